// Qt 6's anchor layout (QGraphicsAnchorLayout) behind the engine protocol (Guides/engine-protocol.md); QT_QPA_PLATFORM=offscreen spares the display.
//
// An anchor is a distance between two edges, fixed or at least so long; a size has a least and a greatest value. What else there is is unsupported.
#include <QtWidgets>
#include <memory>
#include "../c/engine_lines.h"

const QString sizeOfTwo = "a size that depends on another", inside = "a distance between edges of one view", twice = "two anchors between two edges",
              atMost = "a distance that is at most so long", along = "a place that is no edge's",
              floating = "views that are anchored to each other, and not to the layout";
const QJsonObject hello{
    {"engine", "qt"}, {"version", qVersion()}, {"kind", "layout"},
    {"claims", QJsonArray{"edges", "centers", "sizes", "inequalities", "step.resize", "step.constant", "step.add", "step.remove",
                          "step.add-view", "step.remove-view", "time"}},
    {"ties", "any"}, {"edits", 1}, {"tolerance", 0.01}, {"range", QJsonArray{0.05, 10000}},
    {"limits", QJsonArray{sizeOfTwo, inside, twice, atMost, along, floating}}};

QString complaint;
struct Unsupported { QString why; };
struct Row { QJsonObject line; QGraphicsAnchor *anchor = nullptr; };
const QMap<QString, Qt::AnchorPoint> edges{
    {"left", Qt::AnchorLeft}, {"right", Qt::AnchorRight}, {"centerX", Qt::AnchorHorizontalCenter},
    {"top", Qt::AnchorTop}, {"bottom", Qt::AnchorBottom}, {"centerY", Qt::AnchorVerticalCenter}};
bool isFar(Qt::AnchorPoint edge) { return edge == Qt::AnchorRight || edge == Qt::AnchorBottom; }

struct Document {
  explicit Document(const QJsonObject &open) : size(open["root"][0].toDouble(), open["root"][1].toDouble()) {
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (auto view : open["views"].toArray()) addView(view.toObject());
    for (auto line : open["constraints"].toArray()) add(line.toObject());
  }
  ~Document() { delete root; }
  void edit(const QJsonArray &words) {
    const QString name = words[0].toString();
    const int id = words[1].toInt();
    if (name == "resize") size = {words[1].toDouble(), words[2].toDouble()};
    else if (name == "add") add(words[1].toObject());
    else if (name == "add-view") addView(words[1].toObject());
    else if (name == "remove") remove(id);
    else if (name == "remove-view") removeView(id);
    else { QJsonObject line = rows[id].line; line["c"] = words[2]; remove(id); add(line); }
  }
  QJsonObject frames() {
    for (bool isVertical : {false, true}) {
      QSet<int> reached{0};
      for (int pass = rows.size(); pass >= 0; pass--)
        for (const Row &row : rows) {
          const QSet<int> ends{row.line["a"][0].toInt(), row.line["b"][0].toInt()};
          if (!row.anchor || (edges[row.line["a"][1].toString()] >= Qt::AnchorTop) != isVertical) continue;
          if (reached.intersects(ends)) reached += ends;
          else if (pass == 0) throw Unsupported{floating};
        }
    }
    layout->setGeometry(QRectF({0, 0}, size));
    if (!complaint.isEmpty()) return {{complaint.contains("feasible") ? "refused" : "fault", complaint}};
    QJsonObject frames;
    const auto list = [](const QRectF &f) { return QJsonArray{f.x(), f.y(), f.width(), f.height()}; };
    for (int id : views.keys()) frames[QString::number(id)] = list(views[id]->geometry());
    return {{"frames", frames}};
  }
  QGraphicsWidget *root = new QGraphicsWidget;
  QGraphicsAnchorLayout *layout = new QGraphicsAnchorLayout(root);
  QMap<int, QGraphicsWidget *> views;
  QMap<int, Row> rows;
  QSizeF size;
  void addView(const QJsonObject &line) { views[line["id"].toInt()] = new QGraphicsWidget(root); }
  QGraphicsLayoutItem *item(int id) { return id == 0 ? static_cast<QGraphicsLayoutItem *>(layout) : views[id]; }
  void add(const QJsonObject &line) {
    Row row{line};
    const int a = line["a"][0].toInt(), b = line["b"][0].toInt();
    const QString first = line["a"][1].toString(), second = line["b"][1].toString(), relation = line["rel"].toString();
    double distance = line["c"].toDouble();
    if (line.contains("b")) {
      if (!edges.contains(first) || !edges.contains(second)) throw Unsupported{edges.contains(first) == edges.contains(second) ? sizeOfTwo : along};
      if (a == b) throw Unsupported{inside};
      auto *from = item(b), *to = item(a);
      Qt::AnchorPoint start = edges[second], end = edges[first];
      if (relation == "<=") std::swap(from, to), std::swap(start, end), distance = -distance;
      // Qt turns an anchor round so that it leads from a right edge to a left one, and at the layout's own edges inwards.
      const bool isTurned = from != layout && to != layout ? start < end : from == layout ? isFar(start) : !isFar(end);
      if (relation != "=" && (distance < 0 || isTurned)) throw Unsupported{atMost};
      if (layout->anchor(from, start, to, end)) throw Unsupported{twice};
      row.anchor = layout->addAnchor(from, start, to, end);
      row.anchor->setSpacing(isTurned ? -distance : distance);
      row.anchor->setSizePolicy(relation == "=" ? QSizePolicy::Fixed : QSizePolicy::Minimum);
    }
    if (a == 0 && !row.anchor) throw Unsupported{sizeOfTwo};
    rows[line["id"].toInt()] = row;
    if (!row.anchor) limit(a);
  }
  // The document as it is now, to be opened.
  QJsonObject snapshot() const {
    QJsonArray all, lines;
    for (int id : views.keys()) all.append(QJsonObject{{"id", id}});
    for (const Row &row : rows) lines.append(row.line);
    return {{"root", QJsonArray{size.width(), size.height()}}, {"views", all}, {"constraints", lines}};
  }
  // The least and the greatest size that the constraints of one view leave it.
  void limit(int id) {
    double least[2] = {0, 0}, most[2] = {1e6, 1e6};
    for (const Row &row : rows) {
      if (row.line.contains("b") || row.line["a"][0].toInt() != id) continue;
      const int axis = row.line["a"][1] == "height";
      if (row.line["rel"] != "<=") least[axis] = std::max(least[axis], row.line["c"].toDouble());
      if (row.line["rel"] != ">=") most[axis] = std::min(most[axis], row.line["c"].toDouble());
    }
    views[id]->setMaximumSize(most[0], most[1]);
    views[id]->setMinimumSize(least[0], least[1]);
  }
  void remove(int id) {
    const Row row = rows.take(id);
    if (row.anchor) delete row.anchor;
    else limit(row.line["a"][0].toInt());
  }
  void removeView(int id) {
    // Read from a copy: a line that may change grows the member that it is asked for.
    for (const Row &row : QMap<int, Row>(rows))
      if (row.line["a"][0] == id || row.line["b"][0] == id) remove(row.line["id"].toInt());
    delete views.take(id);
  }
};

int main(int argc, char **argv) {
  QApplication application(argc, argv);
  qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &, const QString &text) {
    fprintf(stderr, "%s\n", text.toStdString().c_str());
    if (type != QtDebugMsg && type != QtInfoMsg) complaint = text;
  });
  std::unique_ptr<Document> document;
  for (char *line; (line = next_request());) {
    const QJsonObject request = QJsonDocument::fromJson(line).object(), before = document ? document->snapshot() : QJsonObject();
    QJsonObject answer = hello;
    complaint.clear();
    if (!request.contains("hello")) try {
      if (request.contains("time")) {
        for (EngineTimes each = engine_times(request["time"].toArray().size(), request["rounds"].toInt()); next_time(&each); document->frames())
          for (auto edit : request["time"][each.request].toArray()) document->edit(edit.toArray());
        continue;
      }
      if (request.contains("open")) document.reset(new Document(request["open"].toObject()));
      for (auto edit : request["edit"].toArray()) document->edit(edit.toArray());
      answer = document->frames();
    } catch (const Unsupported &unsupported) {
      if (request.contains("edit")) document.reset(new Document(before));
      answer = {{"unsupported", unsupported.why}};
    }
    puts(QJsonDocument(answer).toJson(QJsonDocument::Compact).constData());
  }
}
