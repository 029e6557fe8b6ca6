//! The registry of the algorithms that schemas name.

use crate::checksum::{Checksum, ChecksumType};
use crate::report::{Error, Result};
use crate::schema::{Algorithm, Field, Model, Structure};
use crate::transform::{DynTransform, Transform, TransformType};
use std::sync::Arc;

/// A registry of transforms and checksums by name, for schemas that were read from files.
///
/// The registry returns the first of these algorithms that exists for a name:
///
/// 1. the algorithm that was added to the registry
/// 2. the algorithm in the declaration, if the schema comes from a declaration
/// 3. the CRC whose parameters the schema states
/// 4. in a registry of built-in algorithms, the algorithm of this build
#[derive(Clone, Default)]
pub struct Algorithms {
    built_in: BuiltIn,
    given: Arc<GivenAlgorithms>,
}

/// The algorithms of this build, or none of them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BuiltIn {
    pub(crate) transforms: &'static [TransformType],
    pub(crate) checksums: &'static [ChecksumType],
}

#[derive(Clone, Default)]
struct GivenAlgorithms {
    transforms: Vec<(TransformType, Arc<dyn DynTransform>)>,
    checksums: Vec<ChecksumType>,
}

impl GivenAlgorithms {
    fn find_transform(&self, name: &str) -> Option<&(TransformType, Arc<dyn DynTransform>)> {
        self.transforms.iter().find(|(ty, _)| ty.name() == name)
    }
}

impl Algorithms {
    /// Creates a registry of only the algorithms that declarations name.
    #[must_use]
    pub fn only_declared() -> Self {
        Self::default()
    }

    /// Creates a registry with the algorithms of a build.
    pub(crate) fn of_build(built_in: BuiltIn) -> Self {
        Self { built_in, ..Self::default() }
    }

    /// Adds a transform under its name. The added transform replaces a built-in or declared transform with the same
    /// name.
    #[must_use]
    pub fn with_transform<T: Transform>(mut self, transform: T) -> Self {
        let transforms = &mut Arc::make_mut(&mut self.given).transforms;
        transforms.retain(|(ty, _)| ty.name() != T::NAME);
        transforms.push((TransformType::of::<T>(), Arc::new(transform)));
        self
    }

    /// Adds a checksum under its name. The added checksum replaces a built-in or declared checksum with the same name.
    #[must_use]
    pub fn with_checksum<C: Checksum>(mut self) -> Self {
        let checksums = &mut Arc::make_mut(&mut self.given).checksums;
        checksums.retain(|ty| ty.name() != C::NAME);
        checksums.push(ChecksumType::of::<C>());
        self
    }

    /// Returns the transform of an algorithm in a schema, or `None` if the algorithm is unknown.
    #[must_use]
    pub fn find_transform(&self, algorithm: &Algorithm) -> Option<TransformType> {
        let given = || self.given.find_transform(algorithm.name()).map(|(ty, _)| *ty);
        let built_in = || self.built_in.transforms.iter().find(|ty| ty.name() == algorithm.name());
        given().or_else(|| algorithm.implementation().or_else(built_in).copied())
    }

    /// Returns the checksum of an algorithm in a schema, or `None` if the algorithm is unknown.
    #[must_use]
    pub fn find_checksum(&self, algorithm: &Algorithm) -> Option<ChecksumType> {
        let given = || self.given.checksums.iter().find(|ty| ty.name() == algorithm.name()).copied();
        let stated = || ChecksumType::of_crc(algorithm.name(), algorithm.crc()?);
        let built_in = || self.built_in.checksums.iter().find(|ty| ty.name() == algorithm.name()).copied();
        given().or_else(|| algorithm.implementation().copied()).or_else(stated).or_else(built_in)
    }

    /// Returns the value that decodes streams of a type: the value that was added, otherwise the default value of the
    /// type.
    #[must_use]
    pub fn value_of(&self, ty: TransformType) -> Arc<dyn DynTransform> {
        let given = self.given.find_transform(ty.name());
        given.map_or_else(|| ty.default_value(), |(_, transform)| Arc::clone(transform))
    }

    /// Rejects a schema that names an algorithm which the registry does not contain.
    ///
    /// # Errors
    /// `UnsupportedFeature`, with structure and field as its path.
    pub fn check_model(&self, model: &Model) -> Result<()> {
        for (key, structure) in &model.structures {
            self.check_structure(structure).map_err(|error| error.in_field(key))?;
        }
        Ok(())
    }

    fn check_structure(&self, structure: &Structure) -> Result<()> {
        for sum in structure.sums.iter() {
            let known = self.check_checksum(&sum.algorithm);
            known.map_err(|error| error.in_field(&sum.stored.join(".")))?;
        }
        let cases = structure.cases().iter().flat_map(|case| &*case.fields);
        structure
            .fields()
            .iter()
            .chain(cases)
            .try_for_each(|field| self.check_field(field).map_err(|error| error.in_field(&field.name)))
    }

    fn check_field(&self, field: &Field) -> Result<()> {
        let Some(region) = field.region.as_ref() else { return Ok(()) };
        for step in region.steps.iter() {
            self.expect_transform(&step.transform).map_err(Error::unsupported)?;
        }
        region.checks.iter().flat_map(|check| &*check.algorithms).try_for_each(|name| self.check_checksum(name))
    }

    fn check_checksum(&self, algorithm: &Algorithm) -> Result<()> {
        self.expect_checksum(algorithm).map(drop).map_err(Error::unsupported)
    }

    /// Returns the transform of an algorithm, or the message that it is neither built in nor given by the caller.
    pub(crate) fn expect_transform(&self, algorithm: &Algorithm) -> Result<TransformType, String> {
        self.find_transform(algorithm).ok_or_else(|| not_implemented("transform", algorithm))
    }

    /// Returns the checksum of an algorithm, or the message that it is neither built in nor given by the caller.
    pub(crate) fn expect_checksum(&self, algorithm: &Algorithm) -> Result<ChecksumType, String> {
        self.find_checksum(algorithm).ok_or_else(|| not_implemented("checksum", algorithm))
    }
}

#[cold]
fn not_implemented(what: &str, algorithm: &Algorithm) -> String {
    format!("expected an implemented {what}, found `{}`", algorithm.name())
}

impl std::fmt::Debug for Algorithms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Algorithms")
            .field("built_in", &self.built_in)
            .field("transforms", &self.given.transforms.iter().map(|(ty, _)| ty.name()).collect::<Vec<_>>())
            .field("checksums", &self.given.checksums)
            .finish()
    }
}
