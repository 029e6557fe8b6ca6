use super::track::leaf_size;
use super::{LARGEST, PathTracker};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use serde_json::{Value, json};

/// Maps the bytes of a file to parts, which are named by the first steps of their paths.
#[derive(Debug)]
pub struct FileMap {
    track: PathTracker,
    runs: Vec<ByteRun>,
    /// Whether the map joins the runs of one array.
    is_coarse: bool,
    /// Number of runs above which the map joins runs again.
    most: usize,
    unread: bool,
}

/// Consecutive bytes of one part.
#[derive(Debug, Clone)]
struct ByteRun {
    start: u64,
    end: u64,
    owner: String,
    packed: bool,
}

impl Default for FileMap {
    fn default() -> Self {
        Self { track: PathTracker::default(), runs: Vec::new(), is_coarse: false, most: 2 * Self::MOST, unread: false }
    }
}

impl FileMap {
    /// The maximum number of separate runs. If there are more, the map joins the runs of each array.
    const MOST: usize = 2000;

    /// Returns parts and gaps that together cover the file.
    #[must_use]
    pub fn finish(mut self, size: u64) -> Vec<Value> {
        self.join_runs();
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

    /// Joins consecutive runs of one owner. If there are too many runs, the owner is an array, not an element.
    fn join_runs(&mut self) {
        self.is_coarse |= self.runs.len() > Self::MOST;
        if self.is_coarse {
            self.runs.iter_mut().for_each(|run| run.owner.truncate(array_of_step(&run.owner).len()));
        }
        self.runs.sort_by_key(|run| run.start);
        self.runs.dedup_by(|next, run| {
            let joined = run.owner == next.owner && next.start <= run.end && run.packed == next.packed;
            if joined {
                run.end = run.end.max(next.end);
            }
            joined
        });
    }

    fn add(&mut self, start: u64, size: u64, path: &str, packed: bool) {
        // An end that is clipped lies after all offsets, as the true one does.
        let end = start.saturating_add(size);
        let owner = if self.is_coarse { array_of_step(first_step(path)) } else { first_step(path) };
        match self.runs.last_mut() {
            // Bit fields share bytes.
            Some(run) if (run.start..=run.end).contains(&start) && run.owner == owner && run.packed == packed => {
                run.end = run.end.max(end);
            }
            _ if start < end => self.runs.push(ByteRun { start, end, owner: owner.to_owned(), packed }),
            _ => {}
        }
        if self.runs.len() > self.most {
            self.join_runs();
            // Runs that cannot be joined are not looked at again for each one that follows.
            self.most = 2 * self.runs.len().max(Self::MOST);
        }
    }
}

/// Returns a step without its index.
fn array_of_step(step: &str) -> &str {
    step.split('[').next().unwrap_or(step)
}

/// Returns the first step of a path, with its index.
fn first_step(path: &str) -> &str {
    let end = path.find(']').map_or_else(|| path.find('.'), |end| Some(end + 1).min(path.find('.').or(Some(end + 1))));
    path.get(..end.unwrap_or(path.len())).unwrap_or(path)
}

impl Watch for FileMap {
    fn open(&mut self, node: &ValueNode<'_>) {
        let unread = std::mem::take(&mut self.unread);
        if self.track.space().is_empty() {
            let offset = self.track.offset_in_space(node.at);
            // Only a value with stored bytes is added here.
            let (stored, packed) = (node.kind.stored_size().unwrap_or(0), node.kind.packed_size().is_some());
            if packed || unread {
                let path = self.track.with_segment(node.segment.as_ref(), |track| track.path().to_owned());
                self.add(offset, stored, &path, packed);
            }
        }
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.track.space().is_empty() {
            let size = leaf_size(leaf);
            let offset = self.track.offset_in_space(leaf.at);
            let path = self.track.with_segment(Some(&leaf.segment), |track| track.path().to_owned());
            self.add(offset, size, &path, false);
        }
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        // Gaps in plain structures are of interest; what is packed counts as a whole.
        let wanted = matches!(region.kind, NodeKind::Region { stored, packed: false } if stored <= LARGEST / 4);
        self.unread = !wanted;
        wanted
    }

    fn report(&mut self, _: Finding) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_elements_are_one_part() {
        let mut map = FileMap::default();
        for index in 0..100_000 {
            map.add(index, 1, &format!("items[{index}].kind"), false);
            assert!(map.runs.len() <= 2 * FileMap::MOST);
        }
        let list = map.finish(100_001);
        let part = json!({ "offset": 0, "size": 100_000, "path": "items", "kind": "part" });
        let rest = json!({ "offset": 100_000, "size": 1, "path": "", "kind": "trailing" });
        assert_eq!(list, [part, rest]);
    }
}
