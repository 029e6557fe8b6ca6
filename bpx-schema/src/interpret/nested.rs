//! Reads nested structures, and arrays of nested structures.

use super::env::{ExprValue, SchemaReader};
use crate::codec::{AdjacentRecords, Decoder, rt};
use crate::report::{Class, Location, Result, Segment, quote_value};
use crate::schema::{Body, Case, Field, Structure, element_step};
use crate::value::{RecordFields, walk_record};
use crate::watch::{NodeKind, ValueNode};
use std::rc::Rc;

impl<'m> SchemaReader<'m> {
    /// Reads a value of any structure. Without `keep`, expressions cannot use the parts of the value.
    pub(super) fn read_value<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        args: &[i128],
        keep: bool,
    ) -> Result<ExprValue<'m, 'b>> {
        // A value without a fixed size pays for its size when its fields are read.
        self.charge_reading(d, structure.size.unwrap_or(0))?;
        if let Some(size) = structure.size {
            self.step_over_records(d, structure, 1)?;
            let (at, bytes) = (d.location(), d.take(size)?);
            self.report_record(d, structure, bytes, at);
            self.relate_records(d, structure, AdjacentRecords { bytes, size: bytes.len(), at, is_array: false });
            return Ok(ExprValue::Record(structure, bytes));
        }
        match &structure.body {
            Body::Fields(fields) if fields.iter().any(|field| field.children) => {
                self.read_tree(d, structure, fields, args)
            }
            Body::Fields(fields) => {
                let mut env = self.bind_params(d, structure, args)?;
                let at = d.location();
                if let Err(error) = self.read_fields(d, &mut env, fields) {
                    self.check_early_rules(d, &mut env, structure, (at, &error));
                    return Err(error);
                }
                self.compare_computed(d, &env, structure, fields)?;
                self.check_rules(d, &mut env, structure, at)?;
                self.check_sums(d, &env, structure)?;
                Ok(if keep { ExprValue::Fields(Rc::new(env)) } else { ExprValue::Opaque })
            }
            Body::Switch(cases) => self.read_switch(d, structure, cases, args),
            Body::Bits(_) => {
                Err(d.fault(Class::Inconsistent, "expected a fixed size for a structure of bit fields, found none"))
            }
        }
    }

    /// Reads the first case whose condition holds and whose tag matches. If a case is declared as an attempt, its bytes
    /// must also form the case.
    fn read_switch<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        cases: &'m [Case],
        args: &[i128],
    ) -> Result<ExprValue<'m, 'b>> {
        let env = self.bind_params(d, structure, args)?;
        for case in cases {
            if let Some(when) = &case.when
                && !rt::read_condition(d, self.eval_condition(d, &env, when)?, "case")?
            {
                continue;
            }
            if case.tag().is_some_and(|tag| !d.begins_with(tag)) {
                continue;
            }
            if case.attempt.is_empty() {
                return self.read_case(d, structure, case, args);
            }
            let read = d.attempt(case.attempt.clone(), |d| self.read_case(d, structure, case, args).map(drop))?;
            if read.is_some() {
                return Ok(ExprValue::Opaque);
            }
        }
        let shown = structure.params.iter().zip(args).map(|(name, value)| format!("{name} = {value}"));
        if let Some(longest) = cases.iter().filter_map(Case::tag).map(<[u8]>::len).max() {
            return Err(d.unknown_tag(&structure.name, shown.collect::<Vec<_>>().join(", "), longest));
        }
        let message =
            format!("no case of {} for {}", structure.name, quote_value(shown.collect::<Vec<_>>().join(", ")));
        Err(d.fault(Class::UnknownTag, message))
    }

    fn read_case<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        case: &'m Case,
        args: &[i128],
    ) -> Result<ExprValue<'m, 'b>> {
        let mut env = self.bind_params(d, structure, args)?;
        self.read_fields(d, &mut env, &case.fields)?;
        self.compare_computed(d, &env, structure, &case.fields)?;
        Ok(ExprValue::Opaque)
    }

    /// Reports the parts of a record to the listener.
    fn report_record(&self, d: &mut Decoder<'_, '_>, structure: &'m Structure, bytes: &[u8], at: Location) {
        let packed = d.is_packed();
        let resolve = |link: &crate::schema::Link| self.resolve(link);
        if let Some(watch) = d.watch() {
            walk_record(&RecordFields { structure, bytes, resolve: &resolve }, at, packed, watch);
        }
    }

    /// Passes the relations of records to the listener.
    fn relate_records(&self, d: &mut Decoder<'_, '_>, structure: &'m Structure, records: AdjacentRecords<'_>) {
        d.relate_records(structure, records, &|link| self.resolve(link));
    }

    /// Reads a nested structure.
    pub(super) fn read_nested<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        field: &'m Field,
        structure: &'m Structure,
        args: &[i128],
    ) -> Result<ExprValue<'m, 'b>> {
        let name = Segment::Field(field.name.clone());
        d.read_node(name, NodeKind::Structure, Some(structure), Some(field), |d| {
            self.read_value(d, structure, args, true)
        })
    }

    /// Reads `count` nested structures, or as many as fit if there is no count. `args` returns the arguments of the
    /// next structure.
    pub(super) fn read_list<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        field: &'m Field,
        structure: &'m Structure,
        count: Option<u64>,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<Vec<i128>>,
    ) -> Result<ExprValue<'m, 'b>> {
        let name = Segment::Field(field.name.clone());
        let keep = self.keeps_elements(&field.name);
        let (before, begin) = (d.rest(), d.location());
        let (count, list) = d.read_node(name, NodeKind::Array, Some(structure), Some(field), |d| {
            if let (Some(size), Some(count)) = (structure.size, count) {
                return Ok((count, self.read_records(d, structure, size, count)?));
            }
            let mut kept = Vec::new();
            let read = |d: &mut Decoder<'b, '_>| {
                let at = d.location();
                let args = args(d)?;
                let value = self.read_value(d, structure, &args, keep)?;
                if keep {
                    d.charge_memory(size_in_memory(&value))?;
                    kept.push((at, value));
                }
                Ok(())
            };
            let list = match count {
                Some(count) => d.read_elements(count, read)?,
                None => d.elements_to_end(read)?,
            };
            let count = list.len() as u64;
            let list = match (structure.size, keep) {
                (Some(_), _) => ExprValue::Records(structure, d.read_since(before)),
                (None, true) => ExprValue::List(structure, Rc::new(kept)),
                (None, false) => ExprValue::Len(count),
            };
            Ok((count, list))
        })?;
        d.relate_elements(field, (count, begin), (structure, d.read_since(before)), &|link| self.resolve(link));
        Ok(list)
    }

    /// Reads adjacent records in one step.
    fn read_records<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        structure: &'m Structure,
        size: u64,
        count: u64,
    ) -> Result<ExprValue<'m, 'b>> {
        let (start, packed) = (d.location(), d.is_packed());
        let (bytes, _) = d.take_array(count, size)?;
        self.charge_reading(d, bytes.len() as u64)?;
        self.step_over_records(d, structure, count)?;
        let step = element_step(size);
        for (index, record) in (0_u64..).zip(bytes.chunks_exact(step)) {
            let at = start.advance(index * size, packed);
            let segment = Some(Segment::Index(index));
            let node = ValueNode { segment, kind: NodeKind::Structure, structure: Some(structure), field: None, at };
            d.open_node(&node);
            self.report_record(d, structure, record, at);
            d.close_node(&node, size);
        }
        self.relate_records(d, structure, AdjacentRecords { bytes, size: step, at: start, is_array: true });
        Ok(ExprValue::Records(structure, bytes))
    }
}

/// Returns the memory in bytes that a value takes as an element of a list.
pub(super) fn size_in_memory(value: &ExprValue<'_, '_>) -> u64 {
    let fields = match value {
        ExprValue::Fields(env) => env.size_in_memory(),
        _ => 0,
    };
    fields + size_of_val(value) as u64
}
