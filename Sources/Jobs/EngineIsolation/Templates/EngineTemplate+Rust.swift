extension EngineTemplate {
  static let rustSource = ###"""
    // A toy solver behind layoutlab's engine protocol (Guides/engine-protocol.md): equations over free variables.
    //
    // Put your engine in the place of `solved`, and say in HELLO what it can do: you are sent nothing else.
    use std::collections::{BTreeMap, BTreeSet};
    use std::io::{BufRead, Write};

    const HELLO: &str =
        r#"{"engine":"toy","version":"1","kind":"solver","claims":[],"ties":"present","tolerance":1e-6,"range":[0.01,10000]}"#;

    /// A value of JSON, as far as this conversation has them.
    #[derive(Clone)]
    enum Value {
        Number(f64),
        Text(String),
        List(Vec<Value>),
        Object(BTreeMap<String, Value>),
    }

    impl Value {
        fn number(&self) -> f64 {
            if let Value::Number(number) = self { *number } else { 0.0 }
        }
        fn id(&self) -> i64 {
            self.number() as i64
        }
        fn text(&self) -> &str {
            if let Value::Text(text) = self { text } else { "" }
        }
        fn list(&self) -> &[Value] {
            if let Value::List(list) = self { list } else { &[] }
        }
        fn member(&self, name: &str) -> Option<&Value> {
            if let Value::Object(members) = self { members.get(name) } else { None }
        }
    }

    fn parsed(text: &[u8], at: &mut usize) -> Value {
        let next = |at: &usize| text.get(*at).copied().unwrap_or(b'}');
        while matches!(next(at), b' ' | b',' | b':') {
            *at += 1;
        }
        let start = *at;
        *at += 1;
        match text.get(start).copied() {
            Some(b'[') => {
                let mut list = Vec::new();
                while *at < text.len() && next(at) != b']' {
                    list.push(parsed(text, at));
                    while matches!(next(at), b' ' | b',') {
                        *at += 1;
                    }
                }
                *at += 1;
                Value::List(list)
            }
            Some(b'{') => {
                let mut members = BTreeMap::new();
                while *at < text.len() && next(at) != b'}' {
                    let name = parsed(text, at).text().to_string();
                    members.insert(name, parsed(text, at));
                    while matches!(next(at), b' ' | b',') {
                        *at += 1;
                    }
                }
                *at += 1;
                Value::Object(members)
            }
            Some(b'"') => {
                while *at < text.len() && text[*at] != b'"' {
                    *at += 1;
                }
                *at += 1;
                Value::Text(String::from_utf8_lossy(&text[start + 1..(*at - 1).min(text.len())]).into_owned())
            }
            _ => {
                while *at < text.len() && !matches!(text[*at], b' ' | b',' | b']' | b'}') {
                    *at += 1;
                }
                let word = String::from_utf8_lossy(&text[start.min(text.len())..(*at).min(text.len())]).into_owned();
                Value::Number(word.parse().unwrap_or(0.0))
            }
        }
    }

    #[derive(Clone, Default)]
    struct Row {
        terms: BTreeMap<i64, f64>,
        constant: f64,
    }

    #[derive(Clone, Default)]
    struct Engine {
        variables: BTreeSet<i64>,
        rows: BTreeMap<i64, Row>,
        told: BTreeMap<i64, f64>,
    }

    /// The value of each variable, 0 where the rows leave a choice (Gauss and Jordan); none: the rows contradict each other.
    fn solved(variables: &BTreeSet<i64>, rows: &BTreeMap<i64, Row>) -> Option<BTreeMap<i64, f64>> {
        let mut lines: Vec<Row> = rows.values().cloned().collect();
        let mut leaders: Vec<i64> = Vec::new();
        for variable in variables {
            let done = leaders.len();
            let size = |line: &Row| line.terms.get(variable).copied().unwrap_or(0.0).abs();
            let best = (done..lines.len()).max_by(|a, b| size(&lines[*a]).total_cmp(&size(&lines[*b])));
            let Some(best) = best.filter(|best| size(&lines[*best]) >= 1e-9) else { continue };
            lines.swap(best, done);
            let lead = lines[done].terms[variable];
            lines[done].terms.values_mut().for_each(|coefficient| *coefficient /= lead);
            lines[done].constant /= lead;
            let own = lines[done].clone();
            for (at, line) in lines.iter_mut().enumerate() {
                let factor = line.terms.get(variable).copied().unwrap_or(0.0);
                if at == done || factor == 0.0 {
                    continue;
                }
                for (other, coefficient) in &own.terms {
                    *line.terms.entry(*other).or_insert(0.0) -= factor * coefficient;
                }
                line.constant -= factor * own.constant;
            }
            leaders.push(*variable);
        }
        if lines[leaders.len()..].iter().any(|line| line.constant.abs() > 1e-7) {
            return None;
        }
        let mut values: BTreeMap<i64, f64> = variables.iter().map(|variable| (*variable, 0.0)).collect();
        for (variable, line) in leaders.iter().zip(&lines) {
            values.insert(*variable, line.constant + 0.0);
        }
        Some(values)
    }

    impl Engine {
        fn apply(&mut self, edits: &[Value]) -> String {
            // All or nothing: work on a copy, and keep it if all is well.
            let mut next = self.clone();
            for edit in edits {
                if let Err(mistake) = next.perform(edit.list()) {
                    return format!("{{\"fault\":\"{mistake}\"}}");
                }
            }
            let Some(values) = solved(&next.variables, &next.rows) else {
                let ids: Vec<String> = next.rows.keys().map(|id| id.to_string()).collect();
                return format!("{{\"conflict\":[{}]}}", ids.join(","));
            };
            let changes: Vec<String> = values
                .iter()
                .filter(|(variable, value)| self.told.get(variable) != Some(value))
                .map(|(variable, value)| format!("\"{variable}\":{value}"))
                .collect();
            next.told = values;
            *self = next;
            format!("{{\"changes\":{{{}}}}}", changes.join(","))
        }

        fn perform(&mut self, edit: &[Value]) -> Result<(), &'static str> {
            let (name, what) = (edit[0].text(), &edit[1]);
            let id = what.member("id").unwrap_or(what).id();
            match name {
                "declare" if edit.len() > 2 => return Err("non-negative is not claimed"),
                "declare" => {
                    self.variables.insert(id);
                }
                "forget" => {
                    if self.rows.values().any(|row| row.terms.contains_key(&id)) || !self.variables.remove(&id) {
                        return Err("the variable is unknown, or a row uses it");
                    }
                }
                _ if self.rows.contains_key(&id) == (name == "add") => return Err("the row is there already, or it is not"),
                "add" if what.member("p").is_some_and(|p| p.number() != 1000.0) => return Err("priorities are not claimed"),
                "add" => {
                    let mut row = Row { constant: what.member("c").map_or(0.0, Value::number), ..Row::default() };
                    for term in what.member("terms").map_or(&[][..], Value::list) {
                        *row.terms.entry(term.list()[1].id()).or_insert(0.0) += term.list()[0].number();
                    }
                    // Terms that add up to nothing do not use their variable; one that is used before it is declared is free.
                    row.terms.retain(|_, coefficient| *coefficient != 0.0);
                    self.variables.extend(row.terms.keys());
                    self.rows.insert(id, row);
                }
                "remove" => {
                    self.rows.remove(&id);
                }
                "constant" => self.rows.get_mut(&id).unwrap().constant = edit[2].number(),
                "priority" if edit[2].number() == 1000.0 => {}
                _ => return Err("the edit is not claimed"),
            }
            Ok(())
        }
    }

    fn main() {
        let mut engine = Engine::default();
        let mut output = std::io::stdout();
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let request = parsed(line.as_bytes(), &mut 0);
            let answer = if request.member("hello").is_some() {
                HELLO.to_string()
            } else if request.member("open").is_some() {
                engine = Engine::default();
                "{\"changes\":{}}".to_string()
            } else {
                engine.apply(request.member("apply").map_or(&[][..], Value::list))
            };
            // A pipe is buffered.
            if writeln!(output, "{answer}").and_then(|_| output.flush()).is_err() {
                break;
            }
        }
    }

    """###
}
