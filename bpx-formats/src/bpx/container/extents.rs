use bpx_schema::codec::Stored;

/// A run of bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// Offset in bytes from the beginning of the file.
    pub offset: u64,
    /// Size in bytes; 0 for sections without stored bytes only.
    pub size: u64,
    /// Meaning of the bytes.
    pub kind: ExtentKind,
}

/// Meaning of a run of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExtentKind {
    /// The main header (section 8).
    Header,
    /// The section table (section 9).
    Table,
    /// The stored bytes of these sections, by number from 0: several numbers for shared bytes. For a section that
    /// begins in header or table, only the part after them.
    Payload(Vec<usize>),
    /// Bytes between others that belong to no section.
    Gap,
    /// Bytes after the last section and after the size that the header states, if it states one.
    Trailing,
}

impl Extent {
    /// Returns the offset of the first byte after the run.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.size)
    }
}

/// The layout of a file as header and table state it; offsets and sizes in bytes.
pub(in crate::bpx) struct Shape<'a> {
    /// Offset where the header ends.
    pub(in crate::bpx) header_end: u64,
    /// Offset where the table ends.
    pub(in crate::bpx) table_end: u64,
    /// Offset where the file ends, as the header states; 0 if it does not.
    pub(in crate::bpx) stated: u64,
    /// The sections.
    pub(in crate::bpx) sections: &'a [Stored],
}

/// Returns all bytes of a file by their meaning. Sections outside of the file are omitted.
pub(in crate::bpx) fn extents(shape: &Shape<'_>, size: u64) -> Vec<Extent> {
    let table_end = shape.table_end.min(size);
    let header_end = shape.header_end.min(size);
    let mut list = vec![Extent { offset: 0, size: header_end, kind: ExtentKind::Header }];
    if table_end > header_end {
        list.push(span(header_end, table_end, ExtentKind::Table));
    }
    // Start, end and number; of several that begin at one offset, the empty ones first.
    let mut payloads: Vec<(u64, u64, usize)> = Vec::new();
    for (index, stored) in shape.sections.iter().enumerate() {
        let end = stored.offset.checked_add(stored.size).filter(|end| *end <= size);
        if let Some(end) = end.filter(|end| *end > table_end || (stored.size == 0 && *end == table_end)) {
            payloads.push((stored.offset.max(table_end), end, index));
        }
    }
    payloads.sort_unstable();
    let mut position = table_end;
    let mut open: Option<(u64, u64, Vec<usize>)> = None;
    for (start, end, index) in payloads {
        match &mut open {
            Some((first, last, sections)) if start < *last || (start == *first && end == *last) => {
                *last = (*last).max(end);
                sections.push(index);
            }
            _ => {
                close(&mut list, &mut position, open.take());
                open = Some((start, end, vec![index]));
            }
        }
    }
    close(&mut list, &mut position, open);
    // Bytes that the header counts, but no section contains.
    let stated = shape.stated;
    let trailing = if stated > position && stated <= size { stated } else { position };
    if trailing > position {
        list.push(span(position, trailing, ExtentKind::Gap));
    }
    if size > trailing {
        list.push(span(trailing, size, ExtentKind::Trailing));
    }
    list
}

fn close(list: &mut Vec<Extent>, position: &mut u64, open: Option<(u64, u64, Vec<usize>)>) {
    let Some((start, end, mut sections)) = open else {
        return;
    };
    if start > *position {
        list.push(span(*position, start, ExtentKind::Gap));
    }
    sections.sort_unstable();
    list.push(span(start, end, ExtentKind::Payload(sections)));
    *position = end;
}

fn span(start: u64, end: u64, kind: ExtentKind) -> Extent {
    Extent { offset: start, size: end.saturating_sub(start), kind }
}
