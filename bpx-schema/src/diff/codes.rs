//! What differs between sets of codes, and between the rules of a value.

use super::compare::{At, Compare, Names};
use super::effect::Effects;
use super::rule;
use crate::schema::{Code, CodesLink, Constraint, List, Rule};

/// Codes of a field and its rules.
type Coded<'m> = (Option<&'m CodesLink>, &'m [Constraint]);

impl<'m> Compare<'m> {
    /// Compares sets of codes; a change of a set is told once, however many fields have it.
    pub(super) fn codes(&mut self, at: &At, (old, old_rules): Coded<'m>, (new, new_rules): Coded<'m>) {
        let asks = |rules: &[Constraint]| rules.iter().any(|constraint| constraint.rule == Rule::Known);
        let asked = asks(old_rules) || asks(new_rules);
        let (old, new) = match (old.map(CodesLink::get), new.map(CodesLink::get)) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => return,
            (None, Some(new)) => {
                let effects = if asked { Effects::TIGHTER } else { Effects::SAME };
                return self.push(&rule::CODES_ATTACHED, at, "", &*new.name, effects);
            }
            (Some(old), None) => {
                let effects = if asked { Effects::LOOSER } else { Effects::SAME };
                return self.push(&rule::CODES_DETACHED, at, &*old.name, "", effects);
            }
        };
        let at = At { structure: new.name.to_string(), member: String::new(), ..at.clone() };
        self.text(&rule::CODES_RENAMED, &at, &old.name, &new.name);
        self.text(&rule::DOC_CHANGED, &at, &old.doc, &new.doc);
        self.text(&rule::SPEC_CHANGED, &at, &old.spec, &new.spec);
        if old.flags != new.flags {
            let shown = |flags: bool| if flags { "flags" } else { "codes" };
            // Each code is a combination of itself, and not the other way round.
            let effects = match (asked, new.flags) {
                (false, _) => Effects::SAME,
                (true, true) => Effects::LOOSER,
                (true, false) => Effects::TIGHTER,
            };
            self.push(&rule::CODES_KIND, &at, shown(old.flags), shown(new.flags), effects);
        }
        let named = |list: &'m [Code], name: &str| list.iter().find(|code| code.name == name);
        let mut renamed = Vec::new();
        for code in old.codes.iter() {
            let at = at.member(&code.name);
            let value = code.value.to_string();
            if let Some(same) = named(&new.codes, &code.name) {
                if same.value != code.value {
                    self.push(&rule::CODE_RENUMBERED, &at, value, same.value.to_string(), Effects::DIFFER);
                }
                self.text(&rule::DOC_CHANGED, &at, &code.doc, &same.doc);
                continue;
            }
            let other = new.codes.iter().find(|other| other.value == code.value);
            match other.filter(|other| named(&old.codes, &other.name).is_none()) {
                Some(other) => {
                    renamed.push(&other.name);
                    self.text(&rule::CODE_RENAMED, &at, &code.name, &other.name);
                    self.text(&rule::DOC_CHANGED, &at, &code.doc, &other.doc);
                }
                None if asked => self.push(&rule::CODE_REMOVED, &at, value, "", Effects::TIGHTER),
                None => self.push(&rule::CODE_UNNAMED, &at, value, "", Effects::SAME),
            }
        }
        for code in new.codes.iter() {
            if named(&old.codes, &code.name).is_none() && !renamed.contains(&&code.name) {
                let (rule, effects) =
                    if asked { (&rule::CODE_ADDED, Effects::LOOSER) } else { (&rule::CODE_NAMED, Effects::SAME) };
                self.push(rule, &at.member(&code.name), "", code.value.to_string(), effects);
            }
        }
    }

    /// Compares the rules of a value, or those across the fields of a structure.
    pub(super) fn constraints(
        &mut self,
        at: &At,
        (old, old_names): (&'m [Constraint], Names<'m>),
        (new, new_names): (&'m [Constraint], Names<'m>),
    ) {
        let mut left: Vec<&Constraint> = new.iter().collect();
        let mut gone: Vec<&Constraint> = Vec::new();
        for a in old {
            let same = |b: &&Constraint| match (&a.rule, &b.rule) {
                (Rule::Assert(a), Rule::Assert(b)) => self.same(a, old_names, b, new_names),
                (a, b) => a == b,
            };
            match left.iter().position(same).map(|place| left.remove(place)) {
                Some(b) => self.same_rule(at, (a, old_names), (b, new_names)),
                None => gone.push(a),
            }
        }
        // Then those of the same kind, which allow other values.
        gone.retain(|a| {
            let found = left.iter().position(|b| is_successor(a, b));
            found.map(|place| self.other_rule(at, a, left.remove(place))).is_none()
        });
        for a in gone {
            let rule = if a.rule == Rule::Zero { &rule::RESERVED_USED } else { &rule::CONSTRAINT_REMOVED };
            self.push(rule, at, shown(&a.rule), "", fatal(at, a, Effects::LOOSER));
        }
        for b in left {
            let rule = if b.rule == Rule::Zero { &rule::RESERVED_ADDED } else { &rule::CONSTRAINT_ADDED };
            self.push(rule, at, "", shown(&b.rule), fatal(at, b, Effects::TIGHTER));
        }
    }

    /// Rules that allow the same.
    fn same_rule(&mut self, at: &At, (a, old): (&'m Constraint, Names<'m>), (b, new): (&'m Constraint, Names<'m>)) {
        self.text(&rule::RULE_CODE, at, &a.code, &b.code);
        self.text(&rule::SPEC_CHANGED, at, &a.spec, &b.spec);
        if let (Rule::Assert(a), Rule::Assert(b)) = (&a.rule, &b.rule) {
            self.option(&rule::CONSTRAINT_CHANGED, at, (Some(a), old), (Some(b), new), Effects::REJECTS);
        }
        self.excuse(at, a, b);
    }

    fn excuse(&mut self, at: &At, a: &Constraint, b: &Constraint) {
        match (a.lenient.is_empty(), b.lenient.is_empty()) {
            (true, false) => self.push(&rule::CONSTRAINT_EXCUSED, at, shown(&a.rule), &*b.lenient, Effects::LOOSER),
            (false, true) => self.push(&rule::CONSTRAINT_EXCUSED, at, &*a.lenient, shown(&b.rule), Effects::TIGHTER),
            _ => self.text(&rule::SPEC_CHANGED, at, &a.lenient, &b.lenient),
        }
    }

    /// Rules of the same kind that allow other values.
    fn other_rule(&mut self, at: &At, a: &Constraint, b: &Constraint) {
        let (allowed, effects) = match compare(&a.rule, &b.rule) {
            Allowed::Same => (&rule::CONSTRAINT_VERDICT, Effects::SAME),
            Allowed::Less => (&rule::CONSTRAINT_TIGHTENED, Effects::TIGHTER),
            Allowed::More => (&rule::CONSTRAINT_LOOSENED, Effects::LOOSER),
            Allowed::Other => (&rule::CONSTRAINT_CHANGED, Effects::REJECTS),
        };
        let (rule, effects) = match (&a.rule, &b.rule) {
            (Rule::Magic(_), _) => (&rule::MAGIC_CHANGED, effects),
            (Rule::Supported(_), Rule::Supported(_)) => (&rule::VERSION_CHANGED, effects),
            (Rule::Custom(_), _) => (&rule::CONSTRAINT_OPAQUE, Effects::UNKNOWN),
            _ => (allowed, effects),
        };
        self.push(rule, at, shown(&a.rule), shown(&b.rule), fatal(at, a, effects));
        self.excuse(at, a, b);
        self.text(&rule::RULE_CODE, at, &a.code, &b.code);
    }
}

/// What a rule allows, seen from another one.
enum Allowed {
    Same,
    Less,
    More,
    Other,
}

/// A signature may decide whether bytes form a structure; other rules only find fault.
fn fatal(at: &At, constraint: &Constraint, effects: Effects) -> Effects {
    if matches!(constraint.rule, Rule::Magic(_)) { at.fatal(effects) } else { effects }
}

/// Whether the second rule stands where the first one stood.
fn is_successor(a: &Constraint, b: &Constraint) -> bool {
    match (&a.rule, &b.rule) {
        (Rule::OneOf(_) | Rule::Supported(_), Rule::OneOf(_) | Rule::Supported(_))
        | (Rule::Range(..), Rule::Range(..))
        | (Rule::MultipleOf(_), Rule::MultipleOf(_))
        | (Rule::Magic(_), Rule::Magic(_))
        | (Rule::Custom(_), Rule::Custom(_)) => true,
        // There may be several, which their names tell apart.
        (Rule::Assert(_), Rule::Assert(_)) => a.code == b.code,
        _ => false,
    }
}

fn compare(old: &Rule, new: &Rule) -> Allowed {
    let (less, more) = match (old, new) {
        (Rule::Range(low, high), Rule::Range(least, greatest)) => {
            (least >= low && greatest <= high, low >= least && high <= greatest)
        }
        (Rule::OneOf(a) | Rule::Supported(a), Rule::OneOf(b) | Rule::Supported(b)) => {
            let within = |a: &List<i64>, b: &List<i64>| a.iter().all(|one| b.contains(one));
            (within(b, a), within(a, b))
        }
        (Rule::MultipleOf(a), Rule::MultipleOf(b)) => (b.checked_rem(*a) == Some(0), a.checked_rem(*b) == Some(0)),
        _ => (false, false),
    };
    match (less, more) {
        (true, true) => Allowed::Same,
        (true, false) => Allowed::Less,
        (false, true) => Allowed::More,
        (false, false) => Allowed::Other,
    }
}

/// A rule in a few words.
fn shown(rule: &Rule) -> String {
    match rule {
        Rule::Zero => "zero".to_owned(),
        Rule::Magic(magic) => format!("\"{}\"", magic.escape_ascii()),
        Rule::OneOf(list) => format!("one of {list:?}"),
        Rule::Supported(list) => format!("versions {list:?}"),
        Rule::Range(low, high) => format!("{low} to {high}"),
        Rule::MultipleOf(factor) => format!("a multiple of {factor}"),
        Rule::Known => "known codes only".to_owned(),
        Rule::Finite => "finite".to_owned(),
        Rule::Utf8 => "UTF-8".to_owned(),
        Rule::Computed => "the computed value".to_owned(),
        Rule::Assert(expr) => expr.to_string(),
        Rule::Custom(name) => format!("function {name}"),
    }
}
