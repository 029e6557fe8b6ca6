//! Implements sources in memory, and pointers to sources.

use std::io;
use std::sync::Arc;

use super::ReadAt;

impl ReadAt for [u8] {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let Some(rest) = rest else { return Ok(0) };
        let size = rest.len().min(buf.len());
        if let (Some(from), Some(to)) = (rest.get(..size), buf.get_mut(..size)) {
            to.copy_from_slice(from);
        }
        Ok(size)
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ReadAt for Vec<u8> {
    fn size(&self) -> u64 {
        self.as_slice().size()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        self.as_slice().read_at(offset, buf)
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

macro_rules! forward {
    ($pointer:ty) => {
        impl<T: ReadAt + ?Sized> ReadAt for $pointer {
            fn size(&self) -> u64 {
                (**self).size()
            }

            fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
                (**self).read_at(offset, buf)
            }

            fn as_bytes(&self) -> Option<&[u8]> {
                (**self).as_bytes()
            }

            fn as_file(&self) -> Option<&std::fs::File> {
                (**self).as_file()
            }

            fn read_exact_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<()> {
                (**self).read_exact_at(offset, buf)
            }
        }
    };
}

forward!(&T);
forward!(Box<T>);
forward!(Arc<T>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_the_same() {
        let bytes = b"0123456789".as_slice();
        let boxed: Box<dyn ReadAt> = Box::new(bytes.to_vec());
        let shared: Arc<[u8]> = bytes.into();
        let dynamic: Arc<dyn ReadAt> = Arc::new(bytes.to_vec());
        let forms: [&dyn ReadAt; 6] = [&bytes, &bytes.to_vec(), &boxed, &shared, &dynamic, &&boxed];
        for source in forms {
            assert_eq!(source.size(), 10);
            assert_eq!(source.as_bytes(), Some(bytes));
            let mut buf = [0; 4];
            assert_eq!(source.read_at(3, &mut buf).unwrap(), 4);
            assert_eq!(&buf, b"3456");
            assert_eq!(source.read_at(8, &mut buf).unwrap(), 2);
            assert_eq!(&buf[..2], b"89");
            assert_eq!(source.read_at(10, &mut buf).unwrap(), 0);
            assert_eq!(source.read_at(u64::MAX, &mut buf).unwrap(), 0);
        }
    }
}
