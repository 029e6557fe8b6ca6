//! Reads faults.

use super::parser::{Parsed, Parser};
use super::tree::{Fault, Patch, Value};

impl Parser<'_> {
    pub(super) fn parse_fault(&mut self) -> Parsed<Fault> {
        self.require_word("fault")?;
        let at = self.position();
        let name = self.require_string("a name in quotes")?;
        self.require_mark("{")?;
        let mut patches = Vec::new();
        while self.skip_separators() && !self.sees_mark("}") {
            self.parse_patch(&mut patches)?;
            self.end_of_statement()?;
        }
        if !self.accept_mark("}") {
            return Err(at.error_at("expected `}` at the end of this fault, found the end of the text"));
        }
        Ok(Fault { name, at, patches })
    }

    fn parse_patch(&mut self, patches: &mut Vec<Patch>) -> Parsed<()> {
        let at = self.position();
        let verb = self.take_word("set, refix, xor, insert, append, delete or truncate")?;
        patches.push(match verb.as_str() {
            "set" => {
                let target = self.path_ref()?;
                self.require_mark("=")?;
                let start = self.token_index();
                let value = self.parse_value()?;
                Patch::Set { target, value, spelling: self.spelling_since(start) }
            }
            "refix" => {
                if self.accept_word("all") {
                    patches.push(Patch::Refix { target: None, at });
                } else {
                    let targets = self.path_refs()?.into_iter();
                    patches.extend(targets.map(|path| Patch::Refix { target: Some(path), at }));
                }
                return Ok(());
            }
            "xor" => {
                let target = self.path_ref()?;
                self.require_mark("@")?;
                let index = self.parse_expr()?;
                self.require_word("with")?;
                Patch::Xor { target, index, mask: self.parse_literal("a byte")? }
            }
            "insert" => {
                let after = self.accept_word("after");
                if !after {
                    self.require_word("before")?;
                }
                let target = self.path_ref()?;
                self.require_mark("=")?;
                Patch::Insert { target, after, value: self.loose_bytes()? }
            }
            "append" => Patch::Append { value: self.loose_bytes()?, at },
            "delete" => Patch::Delete(self.parse_range()?),
            "truncate" => {
                self.require_word("at")?;
                Patch::Truncate { size: self.parse_expr()?, at }
            }
            _ => {
                return Err(at.error_at(format!(
                    "expected set, refix, xor, insert, append, delete or truncate, found `{verb}`"
                )));
            }
        });
        Ok(())
    }

    // Inserted bytes have no type.
    fn loose_bytes(&mut self) -> Parsed<Value> {
        let at = self.position();
        match self.parse_value()? {
            value @ (Value::Raw(_) | Value::Text(_)) => Ok(value),
            _ => Err(at.error_at("expected hex, zeros, fill or a string, found another value")),
        }
    }
}
