use super::{PathTracker, is_small};
use bpx_schema::dump::value_text;
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use serde_json::{Value, json};

/// Finds values whose path or text contains the wanted text, without regard to case.
#[derive(Debug)]
pub struct ValueSearch {
    wanted: String,
    most: usize,
    track: PathTracker,
    list: Vec<Value>,
    count: u64,
}

impl ValueSearch {
    /// Creates a listener that lists at most `most` matches and counts all of them.
    #[must_use]
    pub fn new(wanted: &str, most: usize) -> Self {
        Self { wanted: wanted.to_lowercase(), most, track: PathTracker::default(), list: Vec::new(), count: 0 }
    }

    /// Returns the listed matches, and the number of all matches.
    #[must_use]
    pub fn finish(self) -> Value {
        json!({ "count": self.count, "items": self.list })
    }

    /// Returns whether the last name of a path matches, or the whole path if the wanted text has `.` or `[`.
    fn matches_path(&self, path: &str) -> bool {
        let name = if self.wanted.contains(['.', '[']) { path } else { path.rsplit('.').next().unwrap_or(path) };
        name.to_lowercase().contains(&self.wanted)
    }

    fn add(&mut self, value: impl FnOnce(&mut PathTracker) -> Value) {
        self.count += 1;
        if self.list.len() < self.most {
            let value = value(&mut self.track);
            self.list.push(value);
        }
    }
}

impl Watch for ValueSearch {
    fn open(&mut self, node: &ValueNode<'_>) {
        let path = self.track.with_segment(node.segment.as_ref(), |track| track.path().to_owned());
        if node.segment.is_some() && self.matches_path(&path) {
            self.add(|track| track.with_segment(node.segment.as_ref(), |track| track.node_json(node)));
        }
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let path = self.track.with_segment(Some(&leaf.segment), |track| track.path().to_owned());
        if self.matches_path(&path) || value_text(leaf, false).to_lowercase().contains(&self.wanted) {
            self.add(|track| track.with_segment(Some(&leaf.segment), |track| track.leaf_json(leaf)));
        }
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        is_small(region)
    }

    fn report(&mut self, _: Finding) {}
}
