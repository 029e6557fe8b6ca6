//! CRCs whose parameters a schema states.

use super::crc::{begin, end, step};
use super::kind::{Facts, Start};
use crate::schema::CrcParameters;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A CRC of these parameters, with the register after each half of a byte.
pub(super) struct StatedCrc {
    parameters: CrcParameters,
    table: [u64; 16],
}

impl StatedCrc {
    fn new(parameters: CrcParameters) -> Self {
        let CrcParameters { width, polynomial, reflect_in, .. } = parameters;
        Self { parameters, table: std::array::from_fn(|half| step(half as u64, 4, width, polynomial, reflect_in)) }
    }

    /// Returns the register after half a byte.
    fn half(&self, register: u64, half: u8) -> u64 {
        let reflect = self.parameters.reflect_in;
        let low = if reflect { register } else { register >> 60 };
        let [index, ..] = low.to_le_bytes();
        // Half a byte has sixteen values.
        let entry = self.table.get(usize::from((index ^ half) & 15)).copied().unwrap_or(0);
        entry ^ if reflect { register >> 4 } else { register << 4 }
    }
}

/// Such a CRC over bytes that arrive in pieces.
pub(super) struct RunningCrc {
    crc: &'static StatedCrc,
    register: u64,
}

impl RunningCrc {
    pub(super) fn new(crc: &'static StatedCrc) -> Self {
        Self { register: begin(&crc.parameters), crc }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.register = bytes.iter().fold(self.register, |register, byte| {
            let (low, high) = (byte & 15, byte >> 4);
            let (first, second) = if self.crc.parameters.reflect_in { (low, high) } else { (high, low) };
            self.crc.half(self.crc.half(register, first), second)
        });
    }

    pub(super) fn value(&self) -> u64 {
        end(&self.crc.parameters, self.register)
    }
}

/// All CRCs that schemas stated, by their names and parameters.
static KNOWN: Mutex<BTreeMap<(&str, CrcParameters), &Facts>> = Mutex::new(BTreeMap::new());

/// Returns the CRC of a name and of parameters, which is the same one each time; `None` if the parameters are not sound, or
/// there is no room for another one.
pub(super) fn stated(name: &str, parameters: CrcParameters) -> Option<&'static Facts> {
    /// Maximum number of CRCs.
    const ALL: usize = 1000;
    /// Maximum length of a name in bytes.
    const NAME: usize = 64;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(facts) = known.get(&(name, parameters)) {
        return Some(facts);
    }
    if !parameters.is_sound() || name.len() > NAME || known.len() >= ALL {
        return None;
    }
    let name = &*name.to_owned().leak();
    let start = Start::Stated(StatedCrc::new(parameters));
    let facts = &*Box::leak(Box::new(Facts { name, bits: parameters.width, start }));
    known.insert((name, parameters), facts);
    Some(facts)
}
