//! Compares the rules of a value.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::rule;
use bpx_schema::report::{Class, Severity};
use bpx_schema::schema::{Constraint, Expr, KeyedList, Rule};
use std::collections::{HashMap, VecDeque};

impl<'m> Compare<'m> {
    /// Compares the rules of a value, or the rules across the fields of a structure.
    pub(super) fn compare_constraints(
        &mut self,
        at: &ChangePlace,
        (old, old_names): (&'m [Constraint], NameMeanings<'m>),
        (new, new_names): (&'m [Constraint], NameMeanings<'m>),
    ) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        let mut left: Vec<Option<&Constraint>> = new.iter().map(Some).collect();
        let mut take = |places: Option<&mut VecDeque<usize>>| {
            let places = places?;
            // Rules that were matched for another reason are skipped.
            std::iter::from_fn(|| places.pop_front()).find_map(|place| left.get_mut(place)?.take())
        };
        let mut same = rule_places(new, |rule| self.rule_key(&rule.rule, new_names));
        let mut gone: Vec<&Constraint> = Vec::new();
        let mut both = Vec::new();
        for a in old {
            match take(same.get_mut(&self.rule_key(&a.rule, old_names))) {
                Some(b) => both.push((a, b)),
                None => gone.push(a),
            }
        }
        // Then rules of the same kind, which allow other values.
        let mut alike = rule_places(new, successor_key);
        alike.remove("");
        let mut changed = Vec::new();
        gone.retain(|a| match take(alike.get_mut(&successor_key(a))) {
            Some(b) => {
                changed.push((*a, b));
                false
            }
            None => true,
        });
        for (a, b) in both {
            self.match_equal_rule(at, (a, old_names), (b, new_names));
        }
        for (a, b) in changed {
            self.match_changed_rule(at, a, b);
        }
        for a in gone {
            let rule = if a.rule == Rule::Zero { &rule::RESERVED_USED } else { &rule::CONSTRAINT_REMOVED };
            self.add_change(rule, at, describe_rule(&a.rule), "", rule_effects(at, a, Effects::LOOSER));
        }
        for b in left.into_iter().flatten() {
            let rule = if b.rule == Rule::Zero { &rule::RESERVED_ADDED } else { &rule::CONSTRAINT_ADDED };
            self.add_change(rule, at, "", describe_rule(&b.rule), rule_effects(at, b, Effects::TIGHTER));
        }
    }

    /// Describes a rule independently of names.
    fn rule_key(&self, rule: &Rule, names: NameMeanings<'m>) -> String {
        match rule {
            Rule::Assert(expr) => format!("assert {}", self.expr_key(expr, names)),
            Rule::Each(array, expr) => {
                let entry = names
                    .fields
                    .iter()
                    .find(|field| field.name == *array)
                    .and_then(|field| self.held_structure(names.side, field));
                let array = self.expr_key(&Expr::Len(vec![array.clone()].into()), names);
                format!("each {array} {}", self.expr_key(expr, NameMeanings { entry, ..names }))
            }
            rule => format!("{rule:?}"),
        }
    }

    /// Compares the other properties of two rules that allow the same values.
    fn match_equal_rule(
        &mut self,
        at: &ChangePlace,
        (a, old): (&'m Constraint, NameMeanings<'m>),
        (b, new): (&'m Constraint, NameMeanings<'m>),
    ) {
        self.compare_texts(&rule::RULE_CODE, at, &a.code, &b.code);
        self.compare_sections(at, &a.spec, &b.spec);
        // A member under another name is the same.
        let is_blamed = a.on == b.on || self.is_same_path(&a.on, old, &b.on, new);
        let shown = |constraint: &Constraint| finding_text(constraint, !is_blamed);
        match (rejects_values(a), rejects_values(b)) {
            (true, false) => self.add_change(&rule::CONSTRAINT_LOOSENED, at, shown(a), shown(b), Effects::LOOSER),
            (false, true) => self.add_change(&rule::CONSTRAINT_TIGHTENED, at, shown(a), shown(b), Effects::TIGHTER),
            _ => self.compare_texts(&rule::CONSTRAINT_VERDICT, at, &shown(a), &shown(b)),
        }
        let effects = if rejects_values(a) || rejects_values(b) { Effects::REJECTS } else { Effects::SAME };
        if let (Rule::Assert(a), Rule::Assert(b)) = (&a.rule, &b.rule) {
            self.compare_option(&rule::CONSTRAINT_CHANGED, at, (Some(a), old), (Some(b), new), effects);
        }
        self.compare_excuses(at, a, b);
    }

    fn compare_excuses(&mut self, at: &ChangePlace, a: &Constraint, b: &Constraint) {
        match (a.lenient.is_empty(), b.lenient.is_empty()) {
            (true, false) => {
                self.add_change(&rule::CONSTRAINT_EXCUSED, at, describe_rule(&a.rule), &*b.lenient, Effects::LOOSER);
            }
            (false, true) => {
                self.add_change(&rule::CONSTRAINT_EXCUSED, at, &*a.lenient, describe_rule(&b.rule), Effects::TIGHTER);
            }
            _ => self.compare_texts(&rule::SPEC_CHANGED, at, &a.lenient, &b.lenient),
        }
    }

    /// Compares two rules of the same kind that allow different values.
    fn match_changed_rule(&mut self, at: &ChangePlace, a: &Constraint, b: &Constraint) {
        let (allowed, effects) = match compare_rules(&a.rule, &b.rule) {
            AllowedChange::Same => (&rule::CONSTRAINT_VERDICT, Effects::SAME),
            AllowedChange::Less => (&rule::CONSTRAINT_TIGHTENED, Effects::TIGHTER),
            AllowedChange::More => (&rule::CONSTRAINT_LOOSENED, Effects::LOOSER),
            AllowedChange::Other => (&rule::CONSTRAINT_CHANGED, Effects::REJECTS),
        };
        let (rule, effects) = match (&a.rule, &b.rule) {
            (Rule::Magic(_), _) => (&rule::MAGIC_CHANGED, effects),
            (Rule::Supported(_), Rule::Supported(_)) => (&rule::VERSION_CHANGED, effects),
            (Rule::Custom(_), _) => (&rule::CONSTRAINT_OPAQUE, Effects::UNKNOWN),
            _ => (allowed, effects),
        };
        let stricter = if rejects_values(a) { a } else { b };
        self.add_change(rule, at, describe_rule(&a.rule), describe_rule(&b.rule), rule_effects(at, stricter, effects));
        self.compare_excuses(at, a, b);
        self.compare_texts(&rule::RULE_CODE, at, &a.code, &b.code);
    }
}

/// Returns the class, the severity and, if wanted, the member that a rule states for its findings.
fn finding_text(constraint: &Constraint, with_member: bool) -> String {
    let class = constraint.class.map_or("", Class::name);
    let on = if with_member { constraint.on.join(".") } else { String::new() };
    [class, constraint.severity.name(), &on].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// How the values that a new rule allows relate to the values that the old rule allows.
enum AllowedChange {
    Same,
    Less,
    More,
    Other,
}

/// Returns the effects of a change of a rule. A signature may decide whether bytes form a structure; other rules only
/// report faults; notes and warnings reject nothing.
fn rule_effects(at: &ChangePlace, constraint: &Constraint, effects: Effects) -> Effects {
    match constraint.rule {
        Rule::Magic(_) => at.fatal_effects(effects),
        _ if rejects_values(constraint) => effects,
        _ => Effects::SAME,
    }
}

/// Returns whether readers reject values that break a rule.
fn rejects_values(constraint: &Constraint) -> bool {
    constraint.severity == Severity::Error
}

/// Returns the indexes of rules by their keys.
fn rule_places(rules: &[Constraint], key: impl Fn(&Constraint) -> String) -> HashMap<String, VecDeque<usize>> {
    let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
    for (place, rule) in rules.iter().enumerate() {
        places.entry(key(rule)).or_default().push_back(place);
    }
    places
}

/// Returns a key that a rule shares with its successor in the other schema; an empty key for rules without successors.
fn successor_key(constraint: &Constraint) -> String {
    match &constraint.rule {
        Rule::OneOf(_) | Rule::Supported(_) => "list".to_owned(),
        Rule::Range(..) | Rule::MultipleOf(_) | Rule::Magic(_) => constraint.rule.name().to_owned(),
        Rule::Custom(_) => "custom".to_owned(),
        // There may be several; their names distinguish them.
        Rule::Assert(_) | Rule::Each(..) => format!("assert {}", constraint.code),
        _ => String::new(),
    }
}

fn compare_rules(old: &Rule, new: &Rule) -> AllowedChange {
    let (less, more) = match (old, new) {
        (Rule::Range(low, high), Rule::Range(least, greatest)) => {
            (least >= low && greatest <= high, low >= least && high <= greatest)
        }
        (Rule::OneOf(a) | Rule::Supported(a), Rule::OneOf(b) | Rule::Supported(b)) => {
            let within = |a: &KeyedList<i64>, b: &KeyedList<i64>| a.iter().all(|one| b.find(*one).is_some());
            (within(b, a), within(a, b))
        }
        (Rule::MultipleOf(a), Rule::MultipleOf(b)) => (b.checked_rem(*a) == Some(0), a.checked_rem(*b) == Some(0)),
        _ => (false, false),
    };
    match (less, more) {
        (true, true) => AllowedChange::Same,
        (true, false) => AllowedChange::Less,
        (false, true) => AllowedChange::More,
        (false, false) => AllowedChange::Other,
    }
}

/// Describes a rule in a few words.
fn describe_rule(rule: &Rule) -> String {
    match rule {
        Rule::Zero => "zero".to_owned(),
        Rule::Magic(magic) => format!("\"{}\"", magic.escape_ascii()),
        Rule::OneOf(list) => format!("one of {list:?}"),
        Rule::Supported(list) => format!("versions {list:?}"),
        Rule::Range(low, high) => format!("{low} to {high}"),
        Rule::MultipleOf(factor) => format!("a multiple of {factor}"),
        Rule::Known => "known codes only".to_owned(),
        Rule::Finite => "finite".to_owned(),
        Rule::Digits => "digits".to_owned(),
        Rule::Utf8 => "UTF-8".to_owned(),
        Rule::Text(form) => {
            format!("a text in {}", form.encoding.name()) + if form.pad.is_some() { ", filled" } else { "" }
        }
        Rule::Computed => "the computed value".to_owned(),
        Rule::Assert(expr) => expr.to_string(),
        Rule::Each(array, expr) => format!("each {array}: {expr}"),
        Rule::Custom(name) => format!("function {name}"),
    }
}
