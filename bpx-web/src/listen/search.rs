use super::{Track, is_small};
use bpx_schema::dump::value_text;
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, Node, Watch};
use serde_json::{Value, json};

/// Finds values whose path or text contains the wanted text, without regard to case.
#[derive(Debug)]
pub struct Search {
    wanted: String,
    most: usize,
    track: Track,
    list: Vec<Value>,
    count: u64,
}

impl Search {
    /// Creates a listener that lists at most `most` matches and counts all of them.
    #[must_use]
    pub fn new(wanted: &str, most: usize) -> Self {
        Self { wanted: wanted.to_lowercase(), most, track: Track::default(), list: Vec::new(), count: 0 }
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

    fn add(&mut self, value: impl FnOnce(&mut Track) -> Value) {
        self.count += 1;
        if self.list.len() < self.most {
            let value = value(&mut self.track);
            self.list.push(value);
        }
    }
}

impl Watch for Search {
    fn open(&mut self, node: &Node<'_>) {
        let path = self.track.at(node.segment.as_ref(), |track| track.path().to_owned());
        if node.segment.is_some() && self.matches_path(&path) {
            self.add(|track| track.at(node.segment.as_ref(), |track| track.node(node)));
        }
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let path = self.track.at(Some(&leaf.segment), |track| track.path().to_owned());
        if self.matches_path(&path) || value_text(leaf, false).to_lowercase().contains(&self.wanted) {
            self.add(|track| track.at(Some(&leaf.segment), |track| track.value(leaf)));
        }
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &Node<'_>) -> bool {
        is_small(region)
    }

    fn report(&mut self, _: Finding) {}
}
