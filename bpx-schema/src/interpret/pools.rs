//! Checks that the pools of a schema hold what relations look for.

use super::check::unsound_schema;
use crate::report::Result;
use crate::schema::{Model, PoolContent, Relation, Structure, Text, Type};
use std::collections::BTreeMap;

/// The contents of all pools of a schema, by their names.
pub(super) struct KnownPools<'m>(BTreeMap<&'m Text, Vec<PoolContent>>);

impl<'m> KnownPools<'m> {
    /// Returns the pools of a schema.
    pub(super) fn of_model(model: &'m Model) -> Self {
        let mut known: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for field in model.structures.values().flat_map(Structure::all_fields) {
            let Some(pool) = &field.pool else { continue };
            let content = match field.ty {
                Type::Named { .. } => PoolContent::Elements { keyed: pool.key.is_some() },
                _ => PoolContent::Texts,
            };
            known.entry(&pool.name).or_default().push(content);
        }
        Self(known)
    }

    /// Rejects relations of a structure that find nothing in any pool with their name. A schema may lack a pool, because
    /// the schema may describe a part of a file.
    ///
    /// # Errors
    /// `Inconsistent`, with the field as the path.
    pub(super) fn check_relations(&self, structure: &Structure) -> Result<()> {
        structure.all_fields().try_for_each(|field| {
            let fault = field.relations.iter().find_map(|relation| self.fault_of(relation));
            fault.map_or(Ok(()), |message| Err(unsound_schema(message).in_field(&field.name)))
        })
    }

    fn fault_of(&self, relation: &Relation) -> Option<String> {
        let (word, has_key) = (relation.kind.declaration_word(), relation.kind.key().is_some());
        let contents = self.0.get(&relation.pool)?.iter().copied();
        PoolContent::fault_for_all(contents, word, has_key, &relation.pool)
    }
}
