//! Reads faults.

use super::parser::{Parsed, Parser};
use super::tree::{Fault, Patch, Value};

impl Parser<'_> {
    pub(super) fn fault(&mut self) -> Parsed<Fault> {
        self.require_word("fault")?;
        let at = self.at();
        let name = self.string("a name in quotes")?;
        self.require("{")?;
        let mut patches = Vec::new();
        while self.skip_separators() && !self.sees("}") {
            self.patch(&mut patches)?;
            self.end_of_statement()?;
        }
        if !self.accept("}") {
            return Err(at.error("this fault is not closed"));
        }
        Ok(Fault { name, at, patches })
    }

    fn patch(&mut self, patches: &mut Vec<Patch>) -> Parsed<()> {
        let at = self.at();
        let verb = self.word("set, refix, xor, insert, append, delete or truncate")?;
        patches.push(match verb.as_str() {
            "set" => {
                let target = self.path_ref()?;
                self.require("=")?;
                let start = self.mark();
                let value = self.value()?;
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
                self.require("@")?;
                let index = self.expr()?;
                self.require_word("with")?;
                Patch::Xor { target, index, mask: self.literal("a byte")? }
            }
            "insert" => {
                let after = self.accept_word("after");
                if !after {
                    self.require_word("before")?;
                }
                let target = self.path_ref()?;
                self.require("=")?;
                Patch::Insert { target, after, value: self.loose_bytes()? }
            }
            "append" => Patch::Append { value: self.loose_bytes()?, at },
            "delete" => Patch::Delete(self.range()?),
            "truncate" => {
                self.require_word("at")?;
                Patch::Truncate { size: self.expr()?, at }
            }
            _ => return Err(at.error(format!("expected an action of a fault, found `{verb}`"))),
        });
        Ok(())
    }

    // Inserted bytes have no type.
    fn loose_bytes(&mut self) -> Parsed<Value> {
        let at = self.at();
        match self.value()? {
            value @ (Value::Raw(_) | Value::Text(_)) => Ok(value),
            _ => Err(at.error("expected hex, zeros, fill or a string")),
        }
    }
}
