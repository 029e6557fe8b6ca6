//! Compares regions.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::rule;
use bpx_schema::schema::{Algorithm, Expr, NumberSetting, Placement, Region, RegionChecksum, RegionStep, Text};

impl<'m> Compare<'m> {
    pub(super) fn compare_region(
        &mut self,
        at: &ChangePlace,
        (a, old): (&'m Region, NameMeanings<'m>),
        (b, new): (&'m Region, NameMeanings<'m>),
    ) {
        let shown = |each: &Option<Text>| each.clone().unwrap_or(Text::Borrowed(""));
        let path = |each: &Option<Text>| each.clone().map(|each| Expr::Path(vec![each].into()));
        let (table, now) = (path(&a.each), path(&b.each));
        let same = match (&table, &now) {
            (Some(a), Some(b)) => self.is_same_expr(a, old, b, new),
            (a, b) => a.is_none() && b.is_none(),
        };
        let parts = |region: &'m Region, names: NameMeanings<'m>| {
            region.joined.as_ref().map(|joined| {
                let array = self.field_of(names.fields, &joined.array);
                let entry = array.and_then(|array| self.held_structure(names.side, array));
                let array = self.expr_key(&Expr::Path(vec![joined.array.clone()].into()), names);
                (array, self.expr_key(&joined.bytes, NameMeanings { entry, ..names }))
            })
        };
        if parts(a, old) != parts(b, new) {
            let shown = |region: &Region| {
                region.joined.as_ref().map_or_else(String::new, |one| format!("{} of {}", one.bytes, one.array))
            };
            return self.add_change(&rule::REGION_TABLE, at, shown(a), shown(b), Effects::DIFFER);
        }
        if !same {
            // `entry` means another element, so every expression with it differs.
            return self.add_change(&rule::REGION_TABLE, at, shown(&a.each), shown(&b.each), Effects::DIFFER);
        }
        // A stated size is checked; it has no other effect.
        let stated = match (&a.content_size, &b.content_size) {
            (None, Some(_)) => Effects::TIGHTER,
            (Some(_), None) => Effects::LOOSER,
            _ => Effects::REJECTS,
        };
        for (rule, a, b, effects) in [
            (&rule::REGION_PLACE, &a.at, &b.at, Effects::DIFFER),
            (&rule::REGION_SIZE, &a.size, &b.size, Effects::DIFFER),
            (&rule::REGION_CONTENT_SIZE, &a.content_size, &b.content_size, stated),
        ] {
            self.compare_option(rule, at, (a.as_ref(), old), (b.as_ref(), new), effects);
        }
        if a.search != b.search {
            let shown = |region: &Region| region.search.as_ref().map_or_else(String::new, ToString::to_string);
            self.add_change(&rule::REGION_PLACE, at, shown(a), shown(b), Effects::DIFFER);
        }
        if a.self_ending != b.self_ending {
            let shown = |region: &Region| if region.self_ending { "the stream ends by itself" } else { "" };
            self.add_change(&rule::REGION_SIZE, at, shown(a), shown(b), Effects::DIFFER);
        }
        let shown = |place: &Placement| {
            let align = place.align.as_ref().map(|align| format!("align = {align}"));
            let after = place.after.as_ref().map(|after| format!("after = {after}"));
            let words = [place.reverse.then(|| "reverse".to_owned()), place.share.then(|| "share".to_owned())];
            [align, after].into_iter().chain(words).flatten().collect::<Vec<_>>().join(", ")
        };
        if a.place != b.place {
            self.add_change(&rule::REGION_WRITTEN, at, shown(&a.place), shown(&b.place), Effects::SAME);
        }
        self.steps_of(at, (&a.steps, old), (&b.steps, new));
        self.compare_checks(at, (&a.checks, old), (&b.checks, new));
    }

    /// Compares the numbers that writers set, in the order in which writers set them.
    pub(super) fn compare_settings(&mut self, at: &ChangePlace, old: NameMeanings<'m>, new: NameMeanings<'m>) {
        let (a, b) = (&old.structure.settings, &new.structure.settings);
        let names = |names: NameMeanings<'m>, set: &NumberSetting| {
            let field = names.fields.iter().find(|field| field.name == set.field);
            NameMeanings { entry: field.and_then(|field| self.entry_structure(names, field)), ..names }
        };
        let same = |a: &NumberSetting, b: &NumberSetting| {
            let (old, new) = (names(old, a), names(new, b));
            let of = |set: &NumberSetting| [set.field.clone()];
            self.is_same_path(&of(a), old, &of(b), new)
                && self.is_same_path(&a.target, old, &b.target, new)
                && self.is_same_expr(&a.value, old, &b.value, new)
        };
        if a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)) {
            return;
        }
        let shown = |settings: &[NumberSetting]| {
            let one = |set: &NumberSetting| format!("{} = {}", set.target.join("."), set.value);
            settings.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let (a, b) = (shown(a), shown(b));
        self.add_change(&rule::SETTING_CHANGED, at, a, b, Effects::SAME);
    }

    fn steps_of(
        &mut self,
        at: &ChangePlace,
        (a, old): (&[RegionStep], NameMeanings<'m>),
        (b, new): (&[RegionStep], NameMeanings<'m>),
    ) {
        let same = |compare: &Self, a: &RegionStep, b: &RegionStep| {
            a.transform == b.transform && compare.is_same_expr(&a.when, old, &b.when, new)
        };
        let shown = |steps: &[RegionStep]| {
            let one = |step: &RegionStep| format!("{} if {}", step.transform.name(), step.when);
            steps.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let common = a.iter().zip(b).filter(|(a, b)| same(self, a, b)).count();
        let rule = match (common == a.len(), common == b.len()) {
            (true, true) => return,
            (true, false) => &rule::TRANSFORM_ADDED,
            (false, true) => &rule::TRANSFORM_REMOVED,
            (false, false) => &rule::TRANSFORM_CHANGED,
        };
        self.add_change(rule, at, shown(a), shown(b), Effects::DIFFER);
    }

    /// Compares checks of content. A reader uses the first check whose condition holds, so that an additional check at
    /// the end only tightens the rules.
    fn compare_checks(
        &mut self,
        at: &ChangePlace,
        (a, old): (&[RegionChecksum], NameMeanings<'m>),
        (b, new): (&[RegionChecksum], NameMeanings<'m>),
    ) {
        let same = |compare: &Self, a: &RegionChecksum, b: &RegionChecksum| {
            a.algorithms == b.algorithms
                && compare.is_same_expr(&a.when, old, &b.when, new)
                && compare.is_same_expr(&a.stored, old, &b.stored, new)
        };
        let shown = |checks: &[RegionChecksum]| {
            let names =
                |check: &RegionChecksum| check.algorithms.iter().map(Algorithm::name).collect::<Vec<_>>().join(" or ");
            let one = |check: &RegionChecksum| format!("{} if {} in {}", names(check), check.when, check.stored);
            checks.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let common = a.iter().zip(b).filter(|(a, b)| same(self, a, b)).count();
        let (rule, effects) = match (common == a.len(), common == b.len()) {
            (true, true) => return,
            (true, false) => (&rule::CHECK_ADDED, Effects::TIGHTER),
            (false, true) => (&rule::CHECK_REMOVED, Effects::LOOSER),
            (false, false) => (&rule::CHECK_CHANGED, Effects::REJECTS),
        };
        self.add_change(rule, at, shown(a), shown(b), effects);
    }
}
