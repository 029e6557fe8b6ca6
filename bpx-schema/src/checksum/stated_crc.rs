//! Computes CRCs whose parameters a schema states.

use super::crc::{CrcTables, advance_register, compute_tables, finish_register, initial_register};
use super::kind::{ChecksumFacts, ChecksumStart};
use crate::schema::CrcParameters;
use std::sync::{Mutex, PoisonError};

/// The parameters of a CRC, and its tables.
pub(super) struct StatedCrc {
    parameters: CrcParameters,
    tables: CrcTables,
}

/// A CRC whose parameters a schema states, over bytes that arrive in pieces.
pub(super) struct RunningCrc {
    crc: &'static StatedCrc,
    register: u64,
}

impl RunningCrc {
    pub(super) fn new(crc: &'static StatedCrc) -> Self {
        Self { register: initial_register(&crc.parameters), crc }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        let StatedCrc { parameters, tables } = self.crc;
        self.register = advance_register(tables, parameters.reflect_in, self.register, bytes);
    }

    pub(super) fn value(&self) -> u64 {
        finish_register(&self.crc.parameters, self.register)
    }
}

/// All CRCs that schemas stated, by their names and parameters.
static KNOWN: Mutex<Vec<(CrcParameters, &ChecksumFacts)>> = Mutex::new(Vec::new());

/// Returns the CRC with a name and parameters; the same name and parameters give the same value each time. Returns
/// `None` if the parameters are not sound, the name is too long, or the largest number of CRCs is reached.
pub(super) fn intern_stated_crc(name: &str, parameters: CrcParameters) -> Option<&'static ChecksumFacts> {
    /// Maximum number of CRCs, each with 16 KiB of tables.
    const ALL: usize = 1000;
    /// Maximum length of a name in bytes.
    const NAME: usize = 64;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same =
        |(other, facts): &&(CrcParameters, &'static ChecksumFacts)| facts.name == name && *other == parameters;
    if let Some((_, facts)) = known.iter().find(is_same) {
        return Some(facts);
    }
    if !parameters.is_sound() || name.len() > NAME || known.len() >= ALL {
        return None;
    }
    let name = &*name.to_owned().leak();
    let crc = Box::leak(Box::new(StatedCrc { parameters, tables: compute_tables(&parameters) }));
    let start = ChecksumStart::Stated(crc);
    let facts = &*Box::leak(Box::new(ChecksumFacts { name, bits: parameters.width, start }));
    known.push((parameters, facts));
    Some(facts)
}
