//! Random changes of a schema.

use super::build::*;
use bpx_schema::schema::{
    Binary, Body, Case, CodesLink, Constraint, Endian, Expr, Field, Length, Model, Rule, Structure, Type,
};

/// Numbers that look random, and are the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a, T>(&mut self, list: &'a mut [T]) -> Option<&'a mut T> {
        if list.is_empty() {
            return None;
        }
        let at = self.roll(list.len());
        list.get_mut(at)
    }
}

/// Makes a change; `None` if there is no place for the chosen one.
pub fn edit(model: &mut Model, dice: &mut Dice, fresh: usize) -> Option<()> {
    let names: Vec<String> = model.structures.keys().cloned().collect();
    let structure = model.structures.get_mut(&names[dice.roll(names.len())])?;
    let name = format!("fresh{fresh}");
    if dice.roll(10) == 0 {
        match dice.roll(3) {
            0 => dice.pick(structure.sums.to_mut())?.algorithm = algorithm("crc32"),
            1 => drop(structure.sums.to_mut().pop()?),
            _ => structure.doc = name.into(),
        }
        return Some(());
    }
    match &mut structure.body {
        Body::Bits(fields) => {
            let field = dice.pick(fields.to_mut())?;
            match dice.roll(5) {
                0 => field.bits = 1 + dice.roll(3) as u16,
                1 => field.bit = dice.roll(7) as u16,
                2 => field.name = name.into(),
                3 => field.constraints = vec![range(dice)].into(),
                _ => fields.to_mut().reverse(),
            }
            Some(())
        }
        Body::Switch(cases) if dice.roll(2) == 0 => change_cases(cases.to_mut(), dice, name),
        _ => change_fields(structure, dice, name),
    }
}

fn change_cases(cases: &mut Vec<Case>, dice: &mut Dice, name: String) -> Option<()> {
    let (count, value) = (cases.len(), dice.roll(5) as i64);
    match dice.roll(5) {
        0 => drop(cases.remove(dice.roll(count))),
        1 => cases.swap(0, dice.roll(count)),
        2 => dice.pick(cases)?.name = name.into(),
        3 => {
            let mut case = dice.pick(cases)?.clone();
            (case.when, case.name) = (Some(equals("kind", value)), name.into());
            cases.push(case);
        }
        _ => dice.pick(cases)?.when = Some(equals("kind", value)),
    }
    Some(())
}

fn change_fields(structure: &mut Structure, dice: &mut Dice, name: String) -> Option<()> {
    let list = match &mut structure.body {
        Body::Fields(fields) => fields.to_mut(),
        Body::Switch(cases) => dice.pick(cases.to_mut())?.fields.to_mut(),
        Body::Bits(_) => return None,
    };
    let count = list.len();
    match dice.roll(8) {
        0 => list.insert(dice.roll(count + 1), field("fresh", int([1, 2][dice.roll(2)]))),
        1 if count > 1 => drop(list.remove(dice.roll(count))),
        2 if count > 1 => list.swap(dice.roll(count), dice.roll(count)),
        _ => return change_field(dice.pick(list)?, dice, name),
    }
    Some(())
}

fn range(dice: &mut Dice) -> Constraint {
    let low = dice.roll(4) as i64;
    rule("random.range", Rule::Range(low, low + dice.roll(120) as i64))
}

fn change_field(field: &mut Field, dice: &mut Dice, name: String) -> Option<()> {
    match dice.roll(15) {
        0 => field.name = name.into(),
        1 => field.doc = name.into(),
        2 => field.label = name.into(),
        3 | 4 => match &mut field.ty {
            Type::Int { size, signed, endian } => match dice.roll(3) {
                0 => *size = if *size == 1 { 2 } else { 1 },
                1 => *signed = !*signed,
                _ => *endian = if *endian == Endian::Big { Endian::Little } else { Endian::Big },
            },
            Type::Varint { bits } => *bits = if *bits == 16 { 32 } else { 16 },
            _ => return None,
        },
        5 => match field.len.as_mut()? {
            Length::Fixed(count) => *count = 1 + dice.roll(3) as u64,
            Length::Count(count) => *count = binary(Binary::Sub, count.clone(), Expr::Int(dice.roll(2) as i64)),
            Length::Rest => field.len = Some(Length::Fixed(1)),
            Length::Until(_) | Length::Terminated(_) => return None,
        },
        6 => *field.when.as_mut()? = has("flags", 1 + dice.roll(4) as i64),
        7 => field.constraints = vec![].into(),
        8 => field.constraints = vec![range(dice)].into(),
        9 | 10 => match &mut field.constraints.to_mut().first_mut()?.rule {
            Rule::Range(low, high) => {
                *low += dice.roll(3) as i64 - 1;
                *high += dice.roll(30) as i64 - 15;
            }
            Rule::MultipleOf(factor) => *factor = 1 + dice.roll(6) as i64,
            Rule::Supported(list) | Rule::OneOf(list) => list.to_mut().push(dice.roll(6) as i64),
            Rule::Magic(magic) => magic.to_mut()[0] ^= 1,
            _ => return None,
        },
        11 => field.constraints.to_mut().first_mut()?.lenient = "I-1".into(),
        12 => field.constraints = vec![rule("random.zero", Rule::Zero)].into(),
        13 => {
            let CodesLink::Owned(codes) = field.codes.as_mut()? else { return None };
            let list = std::sync::Arc::make_mut(codes).codes.to_mut();
            match dice.roll(4) {
                0 => list.push(code("Fresh", dice.roll(9) as u64)),
                1 => drop(list.pop()?),
                2 => dice.pick(list)?.name = name.into(),
                _ => dice.pick(list)?.value = dice.roll(6) as u64,
            }
        }
        _ => {
            let region = field.region.as_mut()?;
            match dice.roll(5) {
                0 => region.steps = vec![].into(),
                1 => region.steps.to_mut().first_mut()?.transform = algorithm("xz"),
                2 => region.checks = vec![].into(),
                3 => region.checks.to_mut().first_mut()?.algorithms = vec![algorithm("byte-sum")].into(),
                _ => region.content_size = None,
            }
        }
    }
    Some(())
}
