extension EngineTemplate {
  static let cppSource = ###"""
    // A toy solver behind layoutlab's engine protocol (Guides/engine-protocol.md): equations over free variables.
    //
    // Put your engine in the place of `solved`, and say in `hello` what it can do: you are sent nothing else.
    #include <cmath>
    #include <cstdlib>
    #include <iostream>
    #include <map>
    #include <set>
    #include <sstream>
    #include <string>
    #include <vector>

    const char *const hello =
        R"({"engine":"toy","version":"1","kind":"solver","claims":[],"ties":"present","tolerance":1e-6,"range":[0.01,10000]})";

    // A value of JSON: a number, a text, a list or an object, as far as this conversation has them.
    struct Value {
      double number = 0;
      std::string text;
      std::vector<Value> list;
      std::map<std::string, Value> members;
    };

    Value parsed(const char *&at) {
      Value value;
      while (*at == ' ') at++;
      if (*at == '{' || *at == '[') {
        const bool isObject = *at++ == '{';
        while (*at && *at != '}' && *at != ']') {
          Value first = parsed(at);
          if (isObject) at += *at == ':', value.members[first.text] = parsed(at);
          else value.list.push_back(first);
          while (*at == ',' || *at == ' ') at++;
        }
        if (*at) at++;
      } else if (*at == '"') {
        for (at++; *at && *at != '"'; at++) value.text += *at;
        if (*at) at++;
      } else {
        char *end;
        value.number = std::strtod(at, &end);
        at = end == at ? at + 1 : end;
      }
      return value;
    }

    struct Row {
      std::map<int, double> terms;
      double constant;
    };

    using Values = std::map<int, double>;

    // The value of each variable, 0 where the rows leave a choice (Gauss and Jordan). False: the rows contradict each other.
    bool solved(const std::set<int> &variables, const std::map<int, Row> &rows, Values &values) {
      std::vector<Row> lines;
      for (auto &[id, row] : rows) lines.push_back(row);
      size_t done = 0;
      std::vector<int> leaders;
      for (int variable : variables) {
        size_t best = done;
        for (size_t i = done; i < lines.size(); i++)
          if (std::fabs(lines[i].terms[variable]) > std::fabs(lines[best].terms[variable])) best = i;
        if (best >= lines.size() || std::fabs(lines[best].terms[variable]) < 1e-9) continue;
        std::swap(lines[best], lines[done]);
        Row &own = lines[done];
        const double lead = own.terms[variable];
        for (auto &term : own.terms) term.second /= lead;
        own.constant /= lead;
        for (size_t i = 0; i < lines.size(); i++) {
          const double factor = lines[i].terms[variable];
          if (i == done || factor == 0) continue;
          for (auto &term : own.terms) lines[i].terms[term.first] -= factor * term.second;
          lines[i].constant -= factor * own.constant;
        }
        leaders.push_back(variable);
        done++;
      }
      for (size_t i = done; i < lines.size(); i++)
        if (std::fabs(lines[i].constant) > 1e-7) return false;
      for (int variable : variables) values[variable] = 0;
      for (size_t i = 0; i < done; i++) values[leaders[i]] = lines[i].constant + 0.0;
      return true;
    }

    struct Engine {
      std::set<int> variables;
      std::map<int, Row> rows;
      Values told;

      std::string apply(const std::vector<Value> &edits) {
        // All or nothing: work on a copy, and keep it if all is well.
        Engine next = *this;
        for (auto &edit : edits)
          if (const char *mistake = next.perform(edit.list)) return std::string("{\"fault\":\"") + mistake + "\"}";
        Values values;
        std::ostringstream answer;
        answer.precision(17);
        if (!solved(next.variables, next.rows, values)) {
          answer << "{\"conflict\":[";
          for (auto &row : next.rows) answer << (row.first == next.rows.begin()->first ? "" : ",") << row.first;
          return answer.str() + "]}";
        }
        answer << "{\"changes\":{";
        const char *comma = "";
        for (auto &[variable, value] : values) {
          if (told.count(variable) && told[variable] == value) continue;
          answer << comma << '"' << variable << "\":" << value;
          comma = ",";
        }
        next.told = values;
        *this = next;
        return answer.str() + "}}";
      }

      const char *perform(std::vector<Value> edit) {
        const std::string name = edit[0].text;
        const int id = int(name == "add" ? edit[1].members["id"].number : edit[1].number);
        if (name == "declare" && edit.size() > 2) {
          return "non-negative is not claimed";
        } else if (name == "declare") {
          variables.insert(id);
        } else if (name == "forget") {
          for (auto &row : rows)
            if (row.second.terms.count(id)) return "a row uses the variable";
          if (!variables.erase(id)) return "the variable is unknown";
        } else if (rows.count(id) == (name == "add")) {
          return "the row is there already, or it is not";
        } else if (name == "add" && edit[1].members.count("p") && edit[1].members["p"].number != 1000) {
          return "priorities are not claimed";
        } else if (name == "add") {
          Row row{{}, edit[1].members["c"].number};
          for (auto &term : edit[1].members["terms"].list) {
            row.terms[int(term.list[1].number)] += term.list[0].number;
          }
          // Terms that add up to nothing do not use their variable; one that is used before it is declared is free.
          for (auto term = row.terms.begin(); term != row.terms.end();) term = term->second == 0 ? row.terms.erase(term) : std::next(term);
          for (auto &term : row.terms) variables.insert(term.first);
          rows[id] = row;
        } else if (name == "remove") {
          rows.erase(id);
        } else if (name == "constant") {
          rows[id].constant = edit[2].number;
        } else if (name != "priority" || edit[2].number != 1000) {
          return "the edit is not claimed";
        }
        return nullptr;
      }
    };

    int main() {
      Engine engine;
      for (std::string line; std::getline(std::cin, line);) {
        const char *at = line.c_str();
        Value request = parsed(at);
        if (request.members.count("hello")) {
          std::cout << hello << std::endl;
        } else if (request.members.count("open")) {
          engine = Engine();
          std::cout << "{\"changes\":{}}" << std::endl;
        } else {
          std::cout << engine.apply(request.members["apply"].list) << std::endl;
        }
      }
    }

    """###
}
