//! Collects the relations between the parts of a file while the file is read, and checks the relations after the whole
//! file has been read.
//!
//! Parts lie in different regions, which are read in the order of the file, perhaps on several threads. So a value that
//! refers to another part is kept with its path and location. Facts about parts are kept under the names of their
//! pools.

mod judge;
mod text;
mod values;

pub(crate) use self::judge::claim_finding;
pub(crate) use self::values::{RelationValues, ValueShape};

use super::{Location, Path, Segment};
use crate::budget::{Budget, ExceededLimit, HeldMemory};
use crate::schema::{Relation, Text};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The collected references, and the facts about the parts to which they refer.
#[derive(Debug, Default)]
pub struct Relations {
    pools: HashMap<Text, PoolFacts>,
    blocks: Vec<ValueBlock>,
    /// The relations with each code. The blocks of all parts of a file share the relations, because a file may have a
    /// block for every few bytes.
    known: Arc<Mutex<HashMap<Text, Vec<Arc<Relation>>>>>,
    /// Path and location of the table that would describe a missing part.
    table: Option<(Path, Location)>,
    /// Whether the reader skipped parts. If it did, no relation is checked.
    is_incomplete: bool,
    /// Memory in bytes for the locations of values. A file may need a location for every few of its bytes.
    memory: u64,
    /// The memory that the collection holds. The values of a part are checked after the part has ended.
    held: Option<HeldMemory>,
}

/// The facts about a pool.
#[derive(Debug, Clone)]
enum PoolFacts {
    /// The reader cannot read the part, and reports that in another finding.
    Lost,
    /// A pool of texts that end with NUL.
    Texts(PoolTexts),
    /// A pool whose parts are the elements of a list.
    Elements(PoolElements),
}

/// The elements of a pool.
#[derive(Debug, Clone)]
struct PoolElements {
    count: u64,
    /// The keys of the elements, if the pool has keys.
    keys: Arc<[i128]>,
    /// The locations of the keys.
    place: Arc<ValuePlaces>,
}

/// The bytes of a pool of texts.
#[derive(Debug, Clone)]
struct PoolTexts {
    bytes: Arc<[u8]>,
    /// The maximum number of bytes that the references of a field may read in total, because many references may lead
    /// to the same bytes.
    shared: u64,
}

/// The values of a field to which one relation applies: the values of all elements of an array, or a single value.
#[derive(Debug, Clone)]
struct ValueBlock {
    relation: Arc<Relation>,
    /// The key of the elements to which the relation refers, if the relation states a key.
    key: Option<i128>,
    place: ValuePlaces,
    values: RelationValues,
}

/// The paths and locations of the values of a block.
#[derive(Debug, Clone)]
pub(crate) struct ValuePlaces {
    /// Path of the array, or of the parent of the single value.
    pub(crate) path: Path,
    /// Whether the number of an element follows the path.
    pub(crate) is_array: bool,
    /// The path of the value in the element.
    pub(crate) member: Vec<Segment>,
    /// Location of the first value.
    pub(crate) at: Location,
    /// Number of bytes from one value to the next.
    pub(crate) stride: u64,
    /// Whether the bytes of the values were decompressed.
    pub(crate) packed: bool,
}

impl Relations {
    /// Returns an empty collection for a part of the same file. The caller joins the collection later.
    pub(crate) fn of_part(&self) -> Self {
        Self { known: Arc::clone(&self.known), ..Self::default() }
    }

    /// Records that a part cannot be read. References to the part are then not checked.
    pub(crate) fn lose_pool(&mut self, pool: Text) {
        self.pools.entry(pool).or_insert(PoolFacts::Lost);
    }

    /// Records that the reader skips parts. No relation is then checked.
    pub(crate) fn skip_parts(&mut self) {
        self.is_incomplete = true;
        self.blocks = Vec::new();
        self.held = None;
    }

    /// Returns whether relations will be checked.
    pub(crate) fn are_wanted(&self) -> bool {
        !self.is_incomplete
    }

    /// Returns the memory in bytes for the locations of all values, without the values.
    pub(crate) fn location_memory(&self) -> u64 {
        self.memory
    }

    /// Takes memory for values, until the relations were checked.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub(crate) fn hold_memory(&mut self, budget: &Budget, bytes: u64) -> Result<(), ExceededLimit> {
        budget.hold_more(&mut self.held, bytes)
    }

    /// Records the path and the location of a table that describes parts. Keeps only the first table.
    pub(crate) fn note_table(&mut self, path: Path, at: Location) {
        self.table.get_or_insert((path, at));
    }

    /// Adds the bytes of a pool of texts. `shared` limits the number of these bytes that references may read in total.
    pub fn add_texts(&mut self, pool: Text, bytes: &[u8], shared: u64) {
        self.pools.entry(pool).or_insert_with(|| PoolFacts::Texts(PoolTexts { bytes: bytes.into(), shared }));
    }

    /// Adds the elements of a pool, with their keys if the pool has keys, and with the locations of the keys.
    pub(crate) fn add_elements(&mut self, pool: Text, count: u64, keys: Vec<i128>, place: ValuePlaces) {
        self.memory += place.block_memory();
        let elements = || PoolFacts::Elements(PoolElements { count, keys: keys.into(), place: place.into() });
        self.pools.entry(pool).or_insert_with(elements);
    }

    /// Adds the values of a field. `key` is the key of the elements to which the relation refers.
    pub(crate) fn add(&mut self, relation: &Relation, key: Option<i128>, place: ValuePlaces, values: RelationValues) {
        let relation = self.shared_relation(relation);
        self.memory += place.block_memory();
        self.blocks.push(ValueBlock { relation, key, place, values });
    }

    /// Returns the relation that all blocks with an equal relation share.
    fn shared_relation(&self, relation: &Relation) -> Arc<Relation> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.entry(relation.claim.code.clone()).or_default();
        match known.iter().find(|known| ***known == *relation) {
            Some(known) => Arc::clone(known),
            None => {
                let added = Arc::new(relation.clone());
                known.push(Arc::clone(&added));
                added
            }
        }
    }

    /// Adds the offset of a text, with its path and its location. Code that reads files by hand calls this function.
    pub fn add_reference(&mut self, relation: &Relation, offset: u64, path: Path, at: Location) {
        let place = ValuePlaces { path, is_array: false, member: Vec::new(), at, stride: 0, packed: false };
        self.add(relation, None, place, RelationValues::All(vec![offset]));
    }

    /// Adds the collection of a later part.
    pub(crate) fn join_part(&mut self, later: Self) {
        for (pool, facts) in later.pools {
            self.pools.entry(pool).or_insert(facts);
        }
        self.memory += later.memory;
        match (&mut self.held, later.held) {
            (Some(held), Some(more)) => held.take_over(more),
            (None, more) => self.held = more,
            (Some(_), None) => {}
        }
        if later.is_incomplete {
            self.skip_parts();
        } else if self.are_wanted() {
            self.blocks.extend(later.blocks);
        }
        if let Some((path, at)) = later.table {
            self.note_table(path, at);
        }
    }
}

impl ValuePlaces {
    /// Returns the memory in bytes of a block with these locations, without its values.
    fn block_memory(&self) -> u64 {
        /// The memory in bytes that allocators add to the path and to the values.
        const OVERHEAD: usize = 48;
        let segments = self.path.segments().len() + self.member.len();
        (size_of::<ValueBlock>() + segments * size_of::<Segment>() + OVERHEAD) as u64
    }

    /// Returns the path and the location of a value, from the number of its element.
    fn locate_value(&self, index: u64) -> (Path, Location) {
        let mut path = self.path.clone();
        if self.is_array {
            path.push(Segment::Index(index));
        }
        for segment in &self.member {
            path.push(segment.clone());
        }
        // The element was read, so its offset does not overflow.
        (path, self.at.advance(self.stride.saturating_mul(index), self.packed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{AbsentPool, Claim, Expr, RelationKind};

    fn relation(pool: &'static str) -> Relation {
        let claim = Claim {
            code: "one.code".into(),
            spec: "".into(),
            lenient: "".into(),
            severity: crate::report::Severity::Error,
        };
        Relation { kind: RelationKind::Unique, pool: pool.into(), when: None, claim, absent: AbsentPool::default() }
    }

    #[test]
    fn blocks_share_equal_relations_only() {
        let mut relations = Relations::default();
        // All have one code.
        for pool in ["a", "b", "a"] {
            relations.add_reference(&relation(pool), 1, Path::default(), Location::default());
        }
        let [first, second, third] = &*relations.blocks else { panic!("{:?}", relations.blocks) };
        assert_eq!((&*first.relation.pool, &*second.relation.pool), ("a", "b"));
        assert!(Arc::ptr_eq(&first.relation, &third.relation));
    }

    #[test]
    fn keys_and_values_of_rules_with_one_code_are_apart() {
        let place = || ValuePlaces {
            path: Path::default(),
            is_array: false,
            member: Vec::new(),
            at: Location::default(),
            stride: 0,
            packed: false,
        };
        let mut relations = Relations::default();
        relations.add_elements("a".into(), 1, vec![7], place());
        let single = Relation { kind: RelationKind::Single { key: Expr::Int(7) }, ..relation("a") };
        relations.add(&single, Some(7), place(), RelationValues::All(vec![0]));
        relations.add(&relation("a"), None, place(), RelationValues::All(vec![7]));
        let mut found = Vec::new();
        relations.judge(&mut |finding| found.push(finding.message));
        assert_eq!(found, [""; 0]);
    }
}
