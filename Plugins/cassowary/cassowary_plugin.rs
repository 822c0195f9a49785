// cassowary (https://github.com/dylanede/cassowary-rs), the Rust Cassowary solver, behind layoutlab's C table.
//
// Like kiwi it weighs constraints instead of ranking them, keeps no canonical layout and names no conflict set, so it
// claims no capability. A constant that is set is turned into an edit variable the first time, which is the fast path
// that Cassowary offers for it. What a refused transaction has done to the solver cannot be taken back: it is made anew
// from the constraints as they were.
//
// It stays on ABI 1 of the table (layout_plugin_1.h): the example of an old library that is still loaded.
extern crate cassowary;

use cassowary::{Constraint, Expression, RelationalOperator, Solver, Term};
use std::collections::HashMap;
use std::os::raw::{c_char, c_void};

const OK: i32 = 0;
const CONFLICT: i32 = 1;
const FAULT: i32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct LpTerm {
    variable: u32,
    reserved: u32,
    coefficient: f64,
}

#[repr(C)]
pub struct LpEdit {
    kind: u32,
    id: u32,
    terms: *const LpTerm,
    term_count: u32,
    relation: i32,
    constant: f64,
    priority: f64,
    flags: u32,
    reserved: u32,
}

#[repr(C)]
pub struct LpPlugin {
    abi: u32,
    struct_size: u32,
    name: *const c_char,
    version: *const c_char,
    capabilities: u64,
    solver_create: extern "C" fn() -> *mut c_void,
    solver_apply: extern "C" fn(*mut c_void, *const LpEdit, usize, *mut u32, *mut usize) -> i32,
    solver_changes: extern "C" fn(*mut c_void, *mut u32, *mut f64, usize) -> usize,
    solver_destroy: extern "C" fn(*mut c_void),
    solver_fault: extern "C" fn(*mut c_void) -> *const c_char,
    // The groups that it does not offer, as far as the table goes.
    absent: [usize; 6],
}
unsafe impl Sync for LpPlugin {}

// The priority of 1000 is required; six decades over the others.
fn weight(priority: f64) -> f64 {
    if priority >= 1000.0 { cassowary::strength::REQUIRED } else { 10f64.powf(6.0 * priority / 1000.0) }
}
const EDIT_WEIGHT: f64 = 1e9;
// By how much, relative to its size, an edit variable may miss its suggestion before that means "impossible".
const EDIT_TOLERANCE: f64 = 1e-6;

#[derive(Clone)]
struct Row {
    terms: Vec<LpTerm>,
    relation: i32,
    constant: f64,
    priority: f64,
    constraint: Option<Constraint>,
    edit: Option<cassowary::Variable>,
}

#[derive(Clone)]
struct Column {
    variable: cassowary::Variable,
    is_declared: bool,
    uses: u32,
    bound: Option<Constraint>,
}

enum Refusal {
    Conflict,
    Fault(&'static str),
}

#[derive(Default)]
struct Engine {
    solver: Option<Solver>,
    rows: HashMap<u32, Row>,
    columns: HashMap<u32, Column>,
    ids: HashMap<cassowary::Variable, u32>,
    pending: Vec<(u32, f64)>,
    // By id, what was there before the transaction.
    old_rows: Vec<(u32, Option<Row>)>,
    old_columns: Vec<(u32, Option<Column>)>,
    reported: HashMap<u32, f64>,
    fresh: Vec<u32>,
    fault: Vec<u8>,
}

impl Engine {
    fn apply(&mut self, edits: &[LpEdit]) -> i32 {
        self.old_rows.clear();
        self.old_columns.clear();
        let mut outcome = Ok(());
        for edit in edits {
            outcome = self.perform(edit);
            if outcome.is_err() { break; }
        }
        if outcome.is_ok() { outcome = self.check_edits(edits); }
        match outcome {
            Ok(()) => OK,
            Err(refusal) => {
                self.roll_back();
                match refusal {
                    Refusal::Conflict => CONFLICT,
                    Refusal::Fault(text) => {
                        self.fault = text.bytes().chain(Some(0)).collect();
                        FAULT
                    }
                }
            }
        }
    }

    fn column(&mut self, id: u32) -> &mut Column {
        if !self.columns.contains_key(&id) {
            self.old_columns.push((id, None));
            let variable = cassowary::Variable::new();
            self.ids.insert(variable, id);
            self.fresh.push(id);
            self.columns.insert(id, Column { variable, is_declared: false, uses: 0, bound: None });
        }
        self.columns.get_mut(&id).unwrap()
    }

    fn keep_row(&mut self, id: u32) {
        self.old_rows.push((id, self.rows.get(&id).cloned()));
    }

    fn perform(&mut self, edit: &LpEdit) -> Result<(), Refusal> {
        match edit.kind {
            0 => {
                if self.column(edit.id).is_declared { return Err(Refusal::Fault("a variable is declared twice.")); }
                let old = self.columns.get(&edit.id).cloned();
                self.old_columns.push((edit.id, old));
                let column = self.column(edit.id);
                column.is_declared = true;
                if edit.flags & 1 == 0 { return Ok(()); }
                let expression = Expression::from_term(Term { variable: column.variable, coefficient: 1.0 });
                let bound =
                    Constraint::new(expression, RelationalOperator::GreaterOrEqual, cassowary::strength::REQUIRED);
                column.bound = Some(bound.clone());
                self.add(bound)
            }
            1 => {
                if self.rows.contains_key(&edit.id) { return Err(Refusal::Fault("a constraint is added twice.")); }
                if !(edit.priority > 0.0 && edit.priority <= 1000.0) || !edit.constant.is_finite() {
                    return Err(Refusal::Fault("a priority or constant is out of range."));
                }
                let terms = if edit.term_count == 0 {
                    Vec::new()
                } else {
                    unsafe { std::slice::from_raw_parts(edit.terms, edit.term_count as usize) }.to_vec()
                };
                for term in &terms { self.column(term.variable).uses += 1; }
                self.keep_row(edit.id);
                let (relation, constant, priority) = (edit.relation, edit.constant, edit.priority);
                self.insert(edit.id, Row { terms, relation, constant, priority, constraint: None, edit: None })
            }
            2 => {
                if !self.rows.contains_key(&edit.id) { return Err(Refusal::Fault("no such constraint.")); }
                self.keep_row(edit.id);
                self.take_out(edit.id);
                let row = self.rows.remove(&edit.id).unwrap();
                for term in &row.terms { self.column(term.variable).uses -= 1; }
                Ok(())
            }
            3 => {
                if !self.rows.contains_key(&edit.id) { return Err(Refusal::Fault("no such constraint.")); }
                if !edit.constant.is_finite() { return Err(Refusal::Fault("a constant is not finite.")); }
                self.keep_row(edit.id);
                let known = self.rows[&edit.id].edit;
                if known.is_none() {
                    self.take_out(edit.id);
                    let mut row = self.rows.remove(&edit.id).unwrap();
                    let variable = cassowary::Variable::new();
                    self.solver().add_edit_variable(variable, EDIT_WEIGHT).map_err(|_| Refusal::Conflict)?;
                    row.edit = Some(variable);
                    let old = row.constant;
                    self.solver().suggest_value(variable, old).map_err(|_| Refusal::Conflict)?;
                    self.insert(edit.id, row)?;
                }
                let row = self.rows.get_mut(&edit.id).unwrap();
                row.constant = edit.constant;
                let variable = row.edit.unwrap();
                self.solver().suggest_value(variable, edit.constant).map_err(|_| Refusal::Conflict)
            }
            4 => {
                if !self.rows.contains_key(&edit.id) { return Err(Refusal::Fault("no such constraint.")); }
                if !(edit.priority > 0.0 && edit.priority <= 1000.0) {
                    return Err(Refusal::Fault("a priority is out of range."));
                }
                self.keep_row(edit.id);
                self.take_out(edit.id);
                let mut row = self.rows.remove(&edit.id).unwrap();
                row.priority = edit.priority;
                row.edit = None;
                self.insert(edit.id, row)
            }
            5 => {
                match self.columns.get(&edit.id).cloned() {
                    None => Err(Refusal::Fault("no such variable.")),
                    Some(ref column) if column.uses > 0 => Err(Refusal::Fault("a variable in use is forgotten.")),
                    Some(column) => {
                        if let Some(ref bound) = column.bound { let _ = self.solver().remove_constraint(bound); }
                        self.ids.remove(&column.variable);
                        self.reported.remove(&edit.id);
                        self.columns.remove(&edit.id);
                        self.old_columns.push((edit.id, Some(column)));
                        Ok(())
                    }
                }
            }
            _ => Err(Refusal::Fault("an unknown kind of edit.")),
        }
    }

    fn solver(&mut self) -> &mut Solver { self.solver.get_or_insert_with(Solver::new) }

    fn add(&mut self, constraint: Constraint) -> Result<(), Refusal> {
        self.solver().add_constraint(constraint).map_err(|_| Refusal::Conflict)
    }

    fn insert(&mut self, id: u32, mut row: Row) -> Result<(), Refusal> {
        let mut terms: Vec<Term> = row.terms.iter()
            .map(|term| Term { variable: self.columns[&term.variable].variable, coefficient: term.coefficient })
            .collect();
        let mut constant = -row.constant;
        if let Some(variable) = row.edit {
            terms.push(Term { variable, coefficient: -1.0 });
            constant = 0.0;
        }
        let operator = match row.relation {
            r if r < 0 => RelationalOperator::LessOrEqual,
            0 => RelationalOperator::Equal,
            _ => RelationalOperator::GreaterOrEqual,
        };
        let constraint = Constraint::new(Expression::new(terms, constant), operator, weight(row.priority));
        row.constraint = Some(constraint.clone());
        self.rows.insert(id, row);
        self.add(constraint)
    }

    fn take_out(&mut self, id: u32) {
        let (constraint, edit) = (self.rows[&id].constraint.clone(), self.rows[&id].edit);
        if let Some(constraint) = constraint { let _ = self.solver().remove_constraint(&constraint); }
        if let Some(variable) = edit { let _ = self.solver().remove_edit_variable(variable); }
    }

    // A suggestion that a required row forbids is missed in silence.
    fn check_edits(&mut self, edits: &[LpEdit]) -> Result<(), Refusal> {
        self.fetch();
        for edit in edits.iter().filter(|edit| edit.kind == 3) {
            let (variable, constant) = match self.rows.get(&edit.id) {
                Some(&Row { edit: Some(variable), constant, .. }) => (variable, constant),
                _ => continue,
            };
            let found = self.solver().get_value(variable);
            if (found - constant).abs() > EDIT_TOLERANCE * (1.0 + constant.abs()) { return Err(Refusal::Conflict); }
        }
        Ok(())
    }

    fn fetch(&mut self) {
        let Engine { solver, ids, pending, .. } = self;
        if let Some(solver) = solver {
            for (variable, value) in solver.fetch_changes() {
                if let Some(id) = ids.get(variable) { pending.push((*id, *value)); }
            }
        }
    }

    fn roll_back(&mut self) {
        while let Some((id, old)) = self.old_rows.pop() {
            match old { Some(row) => { self.rows.insert(id, row); } None => { self.rows.remove(&id); } }
        }
        while let Some((id, old)) = self.old_columns.pop() {
            match old {
                Some(column) => { self.ids.insert(column.variable, id); self.columns.insert(id, column); }
                None => { if let Some(gone) = self.columns.remove(&id) { self.ids.remove(&gone.variable); } }
            }
        }
        let mut solver = Solver::new();
        let mut uses: HashMap<u32, u32> = HashMap::new();
        for row in self.rows.values() {
            for term in &row.terms { *uses.entry(term.variable).or_insert(0) += 1; }
            if let Some(variable) = row.edit {
                let _ = solver.add_edit_variable(variable, EDIT_WEIGHT);
                let _ = solver.suggest_value(variable, row.constant);
            }
        }
        for (id, column) in self.columns.iter_mut() {
            column.uses = uses.get(id).cloned().unwrap_or(0);
            if let Some(ref bound) = column.bound { let _ = solver.add_constraint(bound.clone()); }
        }
        let mut ids: Vec<_> = self.rows.keys().cloned().collect();
        ids.sort();
        for id in ids {
            if let Some(ref constraint) = self.rows[&id].constraint { let _ = solver.add_constraint(constraint.clone()); }
        }
        self.solver = Some(solver);
        self.pending.clear();
        self.fetch();
    }

    fn changes(&mut self, variables: &mut [u32], values: &mut [f64]) -> usize {
        self.fetch();
        // Cassowary says nothing of a variable that is 0 from the start.
        while let Some(id) = self.fresh.pop() {
            if let Some(column) = self.columns.get(&id) {
                let value = self.solver.as_ref().map(|solver| solver.get_value(column.variable)).unwrap_or(0.0);
                self.pending.push((id, value));
            }
        }
        let mut count = 0;
        while count < variables.len() {
            let (id, value) = match self.pending.pop() { Some(change) => change, None => break };
            let latest = match self.columns.get(&id) {
                Some(column) => self.solver.as_ref().map(|solver| solver.get_value(column.variable)).unwrap_or(value),
                None => continue,
            };
            if self.reported.get(&id) == Some(&latest) { continue; }
            self.reported.insert(id, latest);
            variables[count] = id;
            values[count] = latest;
            count += 1;
        }
        count
    }
}

extern "C" fn create() -> *mut c_void { Box::into_raw(Box::new(Engine::default())) as *mut c_void }

// A panic must not leave the library; after one the engine is made anew from its constraints.
extern "C" fn apply(solver: *mut c_void, edits: *const LpEdit, count: usize, _: *mut u32, conflicts: *mut usize) -> i32 {
    let engine = unsafe { &mut *(solver as *mut Engine) };
    if !conflicts.is_null() { unsafe { *conflicts = 0 } }
    let edits = if count == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(edits, count) } };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| engine.apply(edits)));
    outcome.unwrap_or_else(|_| {
        let again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| engine.roll_back()));
        engine.fault = b"the solver panicked.\0".to_vec();
        // No code of the table's: the host takes it for a broken engine, and asks it nothing more.
        if again.is_err() { -1 } else { FAULT }
    })
}

extern "C" fn changes(solver: *mut c_void, variables: *mut u32, values: *mut f64, capacity: usize) -> usize {
    let engine = unsafe { &mut *(solver as *mut Engine) };
    if capacity == 0 { return 0; }
    let (variables, values) = unsafe {
        (std::slice::from_raw_parts_mut(variables, capacity), std::slice::from_raw_parts_mut(values, capacity))
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| engine.changes(variables, values))).unwrap_or(0)
}

extern "C" fn destroy(solver: *mut c_void) { unsafe { drop(Box::from_raw(solver as *mut Engine)) } }

extern "C" fn fault(solver: *mut c_void) -> *const c_char {
    let engine = unsafe { &*(solver as *mut Engine) };
    if engine.fault.is_empty() { b"\0".as_ptr() as *const c_char } else { engine.fault.as_ptr() as *const c_char }
}

static TABLE: LpPlugin = LpPlugin {
    abi: 1,
    struct_size: std::mem::size_of::<LpPlugin>() as u32,
    name: b"cassowary-rs\0".as_ptr() as *const c_char,
    version: b"0.3.0\0".as_ptr() as *const c_char,
    capabilities: 0,
    solver_create: create,
    solver_apply: apply,
    solver_changes: changes,
    solver_destroy: destroy,
    solver_fault: fault,
    absent: [0; 6],
};

#[no_mangle]
pub extern "C" fn layout_plugin_entry(host_abi: u32) -> *const LpPlugin {
    if host_abi == 1 { &TABLE } else { std::ptr::null() }
}
