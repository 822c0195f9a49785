extension EngineTemplate {
  static let cSource = ###"""
    // A toy solver behind layoutlab's engine protocol (Guides/engine-protocol.md): equations over free variables.
    //
    // Put your engine in the place of `solve`, and say in `hello` what it can do: you are sent nothing else.
    #define _GNU_SOURCE
    #include <math.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    #define MOST 128  // variables, and rows

    static const char *const hello =
        "{\"engine\":\"toy\",\"version\":\"1\",\"kind\":\"solver\",\"claims\":[],\"ties\":\"present\",\"tolerance\":1e-6,\"range\":[0.01,10000]}";

    typedef struct { int id, has_value; double value; } Variable;
    typedef struct { int id; double constant, terms[MOST]; char uses[MOST]; } Row;
    typedef struct { int variable_count, row_count; Variable variables[MOST]; Row rows[MOST]; } Engine;

    // A cursor through one line of JSON, which is known to be a request of the protocol.
    static const char *at;

    static int take(char c) {
      while (*at == ' ' || *at == ',' || *at == ':') at++;
      return *at == c ? at++, 1 : 0;
    }

    static const char *text(void) {
      static char word[32];
      size_t length = 0;
      for (take('"'); *at && *at != '"'; at++)
        if (length + 1 < sizeof word) word[length++] = *at;
      take('"');
      word[length] = 0;
      return word;
    }

    static double number(void) {
      char *end;
      take(0);
      double value = strtod(at, &end);
      at = end > at ? end : at + (*at != 0);
      return value;
    }

    static int variable_index(const Engine *e, int id) {
      int i = 0;
      while (i < e->variable_count && e->variables[i].id != id) i++;
      return i;
    }

    static int row_index(const Engine *e, int id) {
      int i = 0;
      while (i < e->row_count && e->rows[i].id != id) i++;
      return i;
    }

    // The value of each variable, 0 where the rows leave a choice (Gauss and Jordan). 0: the rows contradict each other.
    static int solve(const Engine *e, double *values) {
      static Row lines[MOST];
      int done = 0;
      memcpy(lines, e->rows, sizeof(Row) * (size_t)e->row_count);
      memset(values, 0, sizeof(double) * MOST);
      int leaders[MOST];
      for (int v = 0; v < e->variable_count && done < e->row_count; v++) {
        int best = done;
        for (int i = done; i < e->row_count; i++)
          if (fabs(lines[i].terms[v]) > fabs(lines[best].terms[v])) best = i;
        if (fabs(lines[best].terms[v]) < 1e-9) continue;
        const Row swapped = lines[best];
        lines[best] = lines[done];
        lines[done] = swapped;
        const double lead = lines[done].terms[v];
        for (int j = 0; j < e->variable_count; j++) lines[done].terms[j] /= lead;
        lines[done].constant /= lead;
        for (int i = 0; i < e->row_count; i++) {
          const double factor = lines[i].terms[v];
          if (i == done || factor == 0) continue;
          for (int j = 0; j < e->variable_count; j++) lines[i].terms[j] -= factor * lines[done].terms[j];
          lines[i].constant -= factor * lines[done].constant;
        }
        leaders[done++] = v;
      }
      for (int i = done; i < e->row_count; i++)
        if (fabs(lines[i].constant) > 1e-7) return 0;
      for (int i = 0; i < done; i++) values[leaders[i]] = lines[i].constant + 0.0;
      return 1;
    }

    static const char *add(Engine *e) {
      if (e->row_count == MOST) return "too many rows";
      Row row;
      int ids[MOST], count = 0;
      double sums[MOST];
      memset(&row, 0, sizeof row);
      for (take('{'); *at && !take('}');) {
        const char *member = text();
        if (strcmp(member, "id") == 0) row.id = (int)number();
        else if (strcmp(member, "c") == 0) row.constant = number();
        else if (strcmp(member, "rel") == 0) text();
        else if (strcmp(member, "p") == 0 && number() != 1000) return "priorities are not claimed";
        else if (strcmp(member, "p") == 0) continue;
        else if (strcmp(member, "terms") == 0) {
          for (take('['); *at && !take(']');) {
            take('[');
            const double coefficient = number();
            const int id = (int)number();
            int i = 0;
            take(']');
            while (i < count && ids[i] != id) i++;
            if (i == MOST) return "too many variables";
            if (i == count) ids[count] = id, sums[count++] = 0;
            sums[i] += coefficient;
          }
        } else {
          return "a member is not claimed";
        }
      }
      if (row_index(e, row.id) < e->row_count) return "the row is there already";
      // Terms that add up to nothing do not use their variable; one that is used before it is declared is free.
      for (int i = 0; i < count; i++) {
        if (sums[i] == 0) continue;
        const int variable = variable_index(e, ids[i]);
        if (variable == MOST) return "too many variables";
        if (variable == e->variable_count) e->variables[e->variable_count++] = (Variable){.id = ids[i]};
        row.terms[variable] = sums[i];
        row.uses[variable] = 1;
      }
      e->rows[e->row_count++] = row;
      return NULL;
    }

    // One edit; the cursor stands behind its name.
    static const char *perform(Engine *e, const char *name) {
      if (strcmp(name, "add") == 0) return add(e);
      const int id = (int)number(), variable = variable_index(e, id), row = row_index(e, id);
      if (strcmp(name, "declare") == 0) {
        if (take('"')) return "non-negative is not claimed";
        if (variable == MOST) return "too many variables";
        if (variable == e->variable_count) e->variables[e->variable_count++] = (Variable){.id = id};
      } else if (strcmp(name, "forget") == 0) {
        if (variable == e->variable_count) return "the variable is unknown";
        const int last = --e->variable_count;
        for (int i = 0; i < e->row_count; i++)
          if (e->rows[i].uses[variable]) return "a row uses the variable";
        e->variables[variable] = e->variables[last];
        for (int i = 0; i < e->row_count; i++) {
          e->rows[i].terms[variable] = e->rows[i].terms[last];
          e->rows[i].uses[variable] = e->rows[i].uses[last];
          e->rows[i].terms[last] = e->rows[i].uses[last] = 0;
        }
      } else if (row == e->row_count) {
        return "the row is unknown";
      } else if (strcmp(name, "remove") == 0) {
        e->rows[row] = e->rows[--e->row_count];
      } else if (strcmp(name, "constant") == 0) {
        e->rows[row].constant = number();
      } else if (strcmp(name, "priority") != 0 || number() != 1000) {
        return "the edit is not claimed";
      }
      return NULL;
    }

    static void apply(Engine *e) {
      // All or nothing: work on a copy, and keep it if all is well.
      static Engine next;
      static double values[MOST];
      next = *e;
      for (take('['); *at && !take(']');) {
        take('[');
        const char *mistake = perform(&next, text());
        if (mistake) {
          printf("{\"fault\":\"%s\"}\n", mistake);
          return;
        }
        take(']');
      }
      const char *comma = "";
      if (!solve(&next, values)) {
        printf("{\"conflict\":[");
        for (int i = 0; i < next.row_count; i++) printf("%s%d", i ? "," : "", next.rows[i].id);
        printf("]}\n");
        return;
      }
      printf("{\"changes\":{");
      for (int i = 0; i < next.variable_count; i++) {
        Variable *own = &next.variables[i];
        if (own->has_value && own->value == values[i]) continue;
        own->has_value = 1;
        own->value = values[i];
        printf("%s\"%d\":%.17g", comma, own->id, values[i]);
        comma = ",";
      }
      printf("}}\n");
      *e = next;
    }

    int main(void) {
      static Engine engine;
      char *line = NULL;
      for (size_t room = 0; getline(&line, &room, stdin) > 0; fflush(stdout)) {
        at = line;
        take('{');
        const char *request = text();
        if (strcmp(request, "hello") == 0) {
          printf("%s\n", hello);
        } else if (strcmp(request, "open") == 0) {
          memset(&engine, 0, sizeof engine);
          printf("{\"changes\":{}}\n");
        } else {
          apply(&engine);
        }
      }
      free(line);
    }

    """###
}
