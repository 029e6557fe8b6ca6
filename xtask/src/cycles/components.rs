//! Finds strongly connected components of imports.

use super::resolve::Imports;
use petgraph::algo::{astar, tarjan_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;

/// Files that all import each other, directly or through other files.
pub(crate) struct Component {
    pub(crate) files: Vec<String>,
    pub(crate) edges: Vec<Edge>,
    /// The shortest circle in the component; the last file imports the first file.
    pub(crate) shortest: Vec<String>,
}

/// An import inside of a component.
pub(crate) struct Edge {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) names: Vec<String>,
}

/// Returns the components of more than one file, the largest component first.
pub(crate) fn find_components(files: &[String], imports: &Imports) -> Vec<Component> {
    let mut graph = DiGraph::<&str, ()>::new();
    let nodes: Vec<_> = files.iter().map(|file| graph.add_node(file)).collect();
    // Imports have numbers of files in the list.
    let node = |file: usize| nodes.get(file).copied().unwrap_or_default();
    graph.extend_with_edges(imports.keys().map(|(from, to)| (node(*from), node(*to))));
    let groups = tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
    let mut components: Vec<_> = groups.map(|group| component_of(&graph, files, imports, &group)).collect();
    components.sort_by(|one, other| (other.files.len(), &one.files).cmp(&(one.files.len(), &other.files)));
    components
}

fn component_of(graph: &DiGraph<&str, ()>, files: &[String], imports: &Imports, group: &[NodeIndex]) -> Component {
    let members: BTreeSet<_> = group.iter().map(|node| node.index()).collect();
    // Nodes and imports have numbers of files in the list.
    let name = |file: usize| files.get(file).cloned().unwrap_or_default();
    let mut circles = Vec::new();
    let mut edges = Vec::new();
    for ((from, to), names) in imports {
        if members.contains(from) && members.contains(to) {
            edges.push(Edge { from: name(*from), to: name(*to), names: names.iter().cloned().collect() });
            let [start, end] = [NodeIndex::new(*to), NodeIndex::new(*from)];
            circles.extend(astar(graph, start, |node| node == end, |_| 1, |_| 0));
        }
    }
    // Each file of a component imports itself through others, so that a circle exists.
    let shortest = circles.into_iter().min().map(|(_, circle)| circle).unwrap_or_default();
    let shortest = shortest.into_iter().map(|node| name(node.index())).collect();
    let mut files: Vec<_> = members.into_iter().map(name).collect();
    files.sort();
    edges.sort_by(|one, other| (&one.from, &one.to).cmp(&(&other.from, &other.to)));
    Component { files, edges, shortest }
}
