use super::{Document, Event, Names, Scalar, ValueRef};
use bpx_schema::value::LeafValue;
use std::fmt::{Display, Formatter, Result};

/// Writes one line for each value, with its parts indented.
impl Display for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut names: Vec<Names<'_>> = Vec::new();
        for event in self.root().value().events() {
            let Event::Open { value, index } = event else {
                names.pop();
                continue;
            };
            // Not as a width, which has 16 bits.
            f.write_str(&"  ".repeat(names.len()))?;
            match (value.hash(), names.last()) {
                (Some(hash), Some(names)) => match names.get(hash) {
                    Some(name) => write!(f, "{}: ", name.escape_debug())?,
                    None => write!(f, "{hash:#018x}: ")?,
                },
                (_, Some(_)) => write!(f, "[{index}]: ")?,
                _ => {}
            }
            f.write_str(value.kind().name())?;
            show_scalar(f, value)?;
            writeln!(f)?;
            names.push(value.names());
        }
        Ok(())
    }
}

fn show_scalar(f: &mut Formatter<'_>, value: ValueRef<'_>) -> Result {
    match value.scalar() {
        Scalar::Null => Ok(()),
        Scalar::Bool(byte @ 0..=1) => write!(f, " {}", *byte == 1),
        Scalar::Bool(byte) => write!(f, " {byte:#04x}"),
        Scalar::Float(value) => write!(f, " {value:?}"),
        Scalar::Double(value) => write!(f, " {value:?}"),
        Scalar::String(text) => write!(f, " {}", LeafValue::Text(text.as_bytes())),
        Scalar::Array | Scalar::Object => write!(f, " of {}", value.child_count()),
        _ => value.as_int().map_or(Ok(()), |number| write!(f, " {number}")),
    }
}
