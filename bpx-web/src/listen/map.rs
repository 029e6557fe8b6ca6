use super::track::size;
use super::{LARGEST, Track};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Kind, Leaf, Node, Watch};
use serde_json::{Value, json};

/// Notes which part of a file has which bytes, by the first steps of paths.
#[derive(Debug, Default)]
pub struct FileMap {
    track: Track,
    runs: Vec<Run>,
    unread: bool,
}

/// Bytes of one part that follow each other.
#[derive(Debug, Clone)]
struct Run {
    start: u64,
    end: u64,
    owner: String,
    packed: bool,
}

impl FileMap {
    /// Runs that are listed one by one; of more, those of one array are joined.
    const MOST: usize = 2000;

    /// Returns the file as parts and gaps without holes.
    #[must_use]
    pub fn finish(mut self, size: u64) -> Vec<Value> {
        if self.runs.len() > Self::MOST {
            for run in &mut self.runs {
                run.owner.truncate(run.owner.find('[').unwrap_or(run.owner.len()));
            }
        }
        self.runs.sort_by_key(|run| run.start);
        self.runs.dedup_by(|next, run| {
            let joined = run.owner == next.owner && next.start <= run.end && run.packed == next.packed;
            if joined {
                run.end = run.end.max(next.end);
            }
            joined
        });
        let mut list = Vec::new();
        let mut at = 0;
        let entry = |start: u64, end: u64, path: &str, kind: &str| json!({ "offset": start, "size": end - start, "path": path, "kind": kind });
        for run in &self.runs {
            let (start, end) = (run.start.max(at), run.end.min(size));
            if at < start.min(size) {
                list.push(entry(at, start.min(size), "", "gap"));
            }
            if start < end {
                list.push(entry(start, end, &run.owner, if run.packed { "packed" } else { "part" }));
            }
            at = at.max(end);
        }
        if at < size {
            list.push(entry(at, size, "", "trailing"));
        }
        list
    }

    fn add(&mut self, start: u64, size: u64, path: &str, packed: bool) {
        let end = start.saturating_add(size);
        let owner = group(path);
        match self.runs.last_mut() {
            // Bit fields share bytes.
            Some(run) if (run.start..=run.end).contains(&start) && run.owner == owner && run.packed == packed => {
                run.end = run.end.max(end);
            }
            _ if start < end => self.runs.push(Run { start, end, owner: owner.to_owned(), packed }),
            _ => {}
        }
    }
}

/// The first step of a path, with an index.
fn group(path: &str) -> &str {
    let end = path.find(']').map_or_else(|| path.find('.'), |end| Some(end + 1).min(path.find('.').or(Some(end + 1))));
    path.get(..end.unwrap_or(path.len())).unwrap_or(path)
}

impl Watch for FileMap {
    fn open(&mut self, node: &Node<'_>) {
        let unread = std::mem::take(&mut self.unread);
        if self.track.space().is_empty() {
            let offset = self.track.offset(node.at);
            let (stored, packed) = match node.kind {
                Kind::Region { stored, packed } => (stored, packed),
                Kind::Packed { stored } => (stored, true),
                Kind::Structure | Kind::Array => (0, false),
            };
            if packed || unread {
                let path = self.track.at(node.segment.as_ref(), |track| track.path().to_owned());
                self.add(offset, stored, &path, packed);
            }
        }
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.track.space().is_empty() {
            let size = size(leaf);
            let offset = self.track.offset(leaf.at);
            let path = self.track.at(Some(&leaf.segment), |track| track.path().to_owned());
            self.add(offset, size, &path, false);
        }
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &Node<'_>) -> bool {
        // Gaps in plain structures are of interest; what is packed counts as a whole.
        let wanted = matches!(region.kind, Kind::Region { stored, packed: false } if stored <= LARGEST / 4);
        self.unread = !wanted;
        wanted
    }

    fn report(&mut self, _: Finding) {}
}
