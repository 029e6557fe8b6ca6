//! One structure, written in each form of markup, is one structure; and cells that span rows and columns have the same
//! places in each form.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, Table, read};

fn tables(name: &str, text: &str) -> Vec<Table> {
    read(&[(name, text)]).tables
}

/// Returns titles and rows of a table that describes no bytes.
fn cells(table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
    let Body::Other { header, rows } = &table.body else { panic!("{table:?}") };
    (header.clone(), rows.clone())
}

const LAMP: &[(&str, &str)] = &[
    (
        "lamp.md",
        "# Lamp\n\nText.\n\n| Name | Type | Notes |\n|---|---|---|\n| watts | u16 | how much |\n| hue | u8[4] | a colour |\n",
    ),
    (
        "lamp.html",
        "<h1>Lamp</h1>\n<p>Text.\n<table>\n<tr><th>Name<th>Type<th>Notes\n<tr><td>watts<td>u16<td>how much\n\
         <tr><td>hue<td>u8[4]<td>a\n  colour\n</table>\n",
    ),
    (
        "lamp.adoc",
        "= Lamp\n:toc:\n\nText.\n\n[%header,cols=\"1,1,2\"]\n|===\n|Name |Type |Notes\n\n|watts\n|u16\n|how much\n\n|hue |`u8[4]` |a +\n\
         colour\n|===\n",
    ),
    (
        "grid.rst",
        "Lamp\n====\n\nText.\n\n+-------+-------+----------+\n| Name  | Type  | Notes    |\n+=======+=======+==========+\n\
         | watts | u16   | how much |\n+-------+-------+----------+\n| hue   | u8[4] | a        |\n|       |       | colour   |\n\
         +-------+-------+----------+\n",
    ),
    (
        "simple.rst",
        "Lamp\n====\n\n=====  =======  ========\nName   Type     Notes\n=====  =======  ========\nwatts  u16      how much\n\
         hue    ``u8[4]``  a\n                colour\n=====  =======  ========\n",
    ),
    (
        "list.rst",
        "====\nLamp\n====\n\n.. list-table::\n   :header-rows: 1\n\n   * - Name\n     - Type\n     - Notes\n   * - watts\n     - u16\n\
         \x20    - how much\n   * - hue\n     - u8[4]\n     - a\n       colour\n",
    ),
    (
        "csv.rst",
        "Lamp\n====\n\n.. csv-table::\n   :header: Name, Type, Notes\n\n   watts, u16, how much\n   hue, u8[4], \"a colour\"\n",
    ),
    (
        "lamp.wiki",
        "= Lamp =\nText.\n{| class=\"wikitable\"\n! Name !! Type !! Notes\n|-\n| watts || u16 || how much\n|- style=\"x\"\n\
         | '''hue'''\n| u8[4]\n| a<br />colour\n|}\n",
    ),
    (
        "lamp.org",
        "* Lamp\n\nText.\n\n| Name | Type | Notes |\n|------+------+-------|\n| <l>  |      |       |\n| =watts= | u16 | how much |\n\
         | hue | u8[4] | a colour |\n|------+------+-------|\n",
    ),
    (
        "myst.md",
        "# Lamp\n\nText.\n\n```{list-table}\n:header-rows: 1\n\n* - Name\n  - Type\n  - Notes\n* - watts\n  - u16\n  - how much\n\
         * - hue\n  - u8[4]\n  - a colour\n```\n",
    ),
    ("Lamp.csv", "Name;Type;Notes\nwatts;u16;how much\nhue;u8[4];\"a\ncolour\"\n"),
];

#[test]
fn one_structure_is_the_same_in_each_form() {
    for (name, text) in LAMP {
        let found = tables(name, text);
        let [table] = found.as_slice() else { panic!("{name}: {found:#?}") };
        assert_eq!(table.name, "Lamp", "{name}");
        let Body::Structure { fields, .. } = &table.body else { panic!("{name}: {table:?}") };
        let read: Vec<_> = fields.iter().map(|field| (&*field.name, &*field.ty, &*field.notes)).collect();
        assert_eq!(read, [("watts", "u16", "how much"), ("hue", "u8[4]", "a colour")], "{name}");
        for field in fields {
            let line = text.lines().nth(field.line - 1).unwrap();
            assert!(line.contains(&field.name) || line.starts_with("|-"), "{name}: line {} is `{line}`", field.line);
        }
    }
}

/// The titles `Size` over `small` and `big`, a cell over two rows, and one over two columns.
const SPANS: &[(&str, &str)] = &[
    (
        "spans.html",
        "<table><thead><tr><th rowspan=2>Part</th><th colspan=2>Weight</th></tr><tr><th>small</th><th>big</th></tr></thead>\n\
         <tr><td rowspan=2>Leg</td><td>1</td><td>2</td></tr>\n<tr><td>3</td><td>4</td></tr>\n\
         <tr><td>Top</td><td colspan=2>none</td></tr></table>\n",
    ),
    (
        "spans.wiki",
        "{|\n! rowspan=\"2\" | Part\n! colspan=\"2\" | Weight\n|-\n! small !! big\n|-\n| rowspan=2 | Leg || 1 || 2\n|-\n| 3 || 4\n|-\n\
         | Top\n| colspan=2 | none\n|}\n",
    ),
    (
        "spans.rst",
        "+------+-------------+\n| Part | Weight      |\n|      +-------+-----+\n|      | small | big |\n+======+=======+=====+\n\
         | Leg  | 1     | 2   |\n|      +-------+-----+\n|      | 3     | 4   |\n+------+-------+-----+\n\
         | Top  | none        |\n+------+-------------+\n",
    ),
];

#[test]
fn cells_that_span_rows_are_in_each_and_titles_are_over_each_column() {
    for (name, text) in SPANS {
        let found = tables(name, text);
        let [table] = found.as_slice() else { panic!("{name}: {found:#?}") };
        let (header, rows) = cells(table);
        assert_eq!(header, ["Part", "Weight small", "Weight big"], "{name}");
        assert_eq!(rows, [vec!["Leg", "1", "2"], vec!["Leg", "3", "4"], vec!["Top", "none"]], "{name}");
    }
    let adoc = "[%header]\n|===\n|Part |Weight |Hue\n.2+|Leg |1 |2\n|3 |4\n|Top 2+|none\n3*|x\n|===\n";
    let (header, rows) = cells(&tables("spans.adoc", adoc)[0]);
    assert_eq!(header, ["Part", "Weight", "Hue"]);
    assert_eq!(rows, [vec!["Leg", "1", "2"], vec!["Leg", "3", "4"], vec!["Top", "none"], vec!["x", "x", "x"]]);
}

#[test]
fn captions_name_tables() {
    let named = [
        ("a.html", "<table><caption>Table 3: Lamp (4 bytes)</caption><tr><th>Name<th>Type<tr><td>a<td>u32</table>"),
        ("b.html", "<table><tr><th colspan=2>Lamp</th></tr><tr><th>Name<th>Type<tr><td>a<td>u32</table>"),
        ("a.wiki", "{|\n|+ style=\"x\" | Lamp\n! Name !! Type\n|-\n| a || u32\n|}\n"),
        ("a.adoc", ".Lamp\n[%header]\n|===\n|Name |Type\n|a |u32\n|===\n"),
        (
            "a.rst",
            ".. table:: Lamp\n   :widths: auto\n\n   ====  ====\n   Name  Type\n   ====  ====\n   a     u32\n   ====  ====\n",
        ),
        ("a.org", "#+CAPTION: Lamp\n| Name | Type |\n|------+------|\n| a | u32 |\n"),
        ("a.md", "Table: Lamp {#t}\n\n| Name | Type |\n|---|---|\n| a | u32 |\n"),
        ("b.md", "**Table 3. Lamp (4 bytes)**\n\n| Name | Type |\n|---|---|\n| a | u32 |\n"),
        ("a.csv", "# Lamp\nName,Type\na,u32\n"),
    ];
    for (file, text) in named {
        let found = tables(file, text);
        assert_eq!(found.iter().map(|table| &*table.name).collect::<Vec<_>>(), ["Lamp"], "{file}: {found:?}");
        assert_eq!(found[0].body.kind(), "structure", "{file}");
    }
}

#[test]
fn texts_without_a_known_name_are_recognized_by_their_lines() {
    for (name, text) in
        LAMP.iter().filter(|(name, _)| !name.ends_with("csv") && !name.ends_with("md") && *name != "simple.rst")
    {
        let found = tables("lamp.txt", text);
        assert_eq!(found.len(), 1, "{name}: {found:#?}");
        assert_eq!(found[0].body.kind(), "structure", "{name}");
    }
}

/// Returns the headings with their depths and lines.
fn sections(document: &Document) -> Vec<(&str, &str, usize, usize)> {
    document.sections.iter().map(|one| (&*one.number, &*one.title, one.depth, one.line)).collect()
}

#[test]
fn headings_have_their_depth_and_line() {
    let forms = [
        ("a.md", "# One\n\n## 1.2 Two `code` {#two}\n\nThree\n-----\n\nA paragraph of\nseveral lines\n---\n"),
        ("a.html", "<h1>One</h1>\n\n<h2 id=two>1.2&nbsp;Two <code>code</code><a href=x>¶</a></h2>\n\n<h2>Three\n</h2>"),
        ("a.adoc", "= One\n\n== 1.2 Two `code`\n\nThree\n-----\n"),
        ("a.rst", "One\n===\n1.2 Two ``code``\n----------------\nThree\n-----\n"),
        ("a.wiki", "= One =\n\n==1.2 Two <code>code</code>==\n\n== Three ==\n"),
        ("a.org", "* One\n\n** 1.2 Two ~code~ :tag:\n\n** Three\n"),
    ];
    for (name, text) in forms {
        let third = text.lines().position(|line| line.contains("Three")).unwrap() + 1;
        let expected = [("", "One", 1, 1), ("1.2", "Two code", 2, 3), ("", "Three", 2, third)];
        assert_eq!(sections(&read(&[(name, text)])), expected, "{name}");
    }
}

#[test]
fn listings_go_to_their_reader_with_their_lines() {
    let forms = [
        ("a.md", "# A\n\n> ```c\n> struct Lamp {\n>     uint16_t watts;\n> };\n> ```\n", 5),
        (
            "a.html",
            "<h1>A</h1>\n<pre><code class=\"language-c\">struct Lamp {\n    uint16_t watts;\n};</code></pre>\n",
            3,
        ),
        ("a.adoc", "= A\n\n[source,c]\n----\nstruct Lamp {\n    uint16_t watts;\n};\n----\n", 6),
        ("a.rst", "A\n=\n\n.. code-block:: c\n   :linenos:\n\n   struct Lamp {\n       uint16_t watts;\n   };\n", 8),
        ("b.rst", "A\n=\n\nText::\n\n   struct Lamp {\n       uint16_t watts;\n   };\n", 7),
        (
            "a.wiki",
            "= A =\n<syntaxhighlight lang=\"c\">\nstruct Lamp {\n    uint16_t watts;\n};\n</syntaxhighlight>\n",
            4,
        ),
        ("a.org", "* A\n#+BEGIN_SRC c\nstruct Lamp {\n    uint16_t watts;\n};\n#+END_SRC\n", 4),
    ];
    for (name, text, line) in forms {
        let found = tables(name, text);
        let [table] = found.as_slice() else { panic!("{name}: {found:#?}") };
        let Body::Structure { fields, .. } = &table.body else { panic!("{name}: {table:?}") };
        let read: Vec<_> = fields.iter().map(|field| (&*field.name, field.line)).collect();
        assert_eq!((&*table.name, read), ("Lamp", vec![("watts", line)]), "{name}");
    }
}

#[test]
fn powers_and_footnotes_are_no_digits() {
    let forms = [
        (
            "a.html",
            "<table><tr><th>Name<th>Weight<tr><td>a<sup>1</sup><td>2<sup>16</sup><tr><td>b<td>10<sub>16</sub></table>",
        ),
        ("a.adoc", "[%header]\n|===\n|Name |Weight\n|afootnote:[x] |2^16^\n|b |10~16~\n|===\n"),
        ("a.wiki", "{|\n! Name !! Weight\n|-\n| a<ref>x</ref> || 2<sup>16</sup>\n|-\n| b || 10<sub>16</sub>\n|}\n"),
        ("a.md", "| Name | Weight |\n|---|---|\n| a[^1] | 2<sup>16</sup> |\n| b | 10<sub>16</sub> |\n\n[^1]: x\n"),
        (
            "a.rst",
            "====  ==============\nName  Weight\n====  ==============\na     2\\ :sup:`16`\nb     10\\ :sub:`16`\n====  ==============\n",
        ),
    ];
    for (name, text) in forms {
        let (_, rows) = cells(&tables(name, text)[0]);
        assert_eq!(rows, [["a", "2^16"], ["b", "10~16"]], "{name}");
    }
}

#[test]
fn lists_after_each_other_are_two() {
    let forms = [
        ("a.html", "<h1>Kind</h1><ul><li>0: none<li>1: some</ul>\n<ol><li>0: left<li>1: right</ol>"),
        ("a.md", "# Kind\n\n- 0: none\n- 1: some\n\n* 0: left\n* 1: right\n"),
    ];
    for (name, text) in forms {
        let kinds: Vec<_> = tables(name, text).iter().map(|table| table.body.kind()).collect();
        assert_eq!(kinds, ["enumeration", "enumeration"], "{name}");
    }
}

#[test]
fn what_is_in_other_files_is_reported() {
    let forms = [
        ("a.rst", ".. csv-table:: Lamp\n   :file: lamp.csv\n", 1),
        ("b.rst", ".. include:: lamp.rst\n", 1),
        ("a.adoc", "include::lamp.adoc[]\n", 1),
        ("b.adoc", "// Rows\n|===\n|Name |Type\n\ninclude::lamp.adoc[]\n|===\n", 5),
        ("a.org", "#+INCLUDE: \"lamp.org\"\n", 1),
    ];
    for (name, text, line) in forms {
        let document = read(&[(name, text)]);
        let skipped: Vec<_> = document.skipped.iter().map(|one| (one.line, one.open)).collect();
        assert_eq!(skipped, [(line, true)], "{name}");
    }
}

#[test]
fn titles_of_wikis_are_marked() {
    let forms = [
        "== Pot ==\n\n^ Offset ^ Type ^ Name ^\n| 0 | u32 | heat |\n| 4 | u16 | time |\n",
        "==== Pot ====\n\n^ Offset ^ Type ^ Name ^\n^ 0 | u32 | heat |\n^ 4 | u16 | time |\n",
        "== Pot\n\n|=Offset |=Type |=Name |\n|0 |u32 |heat |\n|4 |u16 |time |\n",
        "h2. Pot\n\n||Offset||Type||Name||\n|0|u32|heat|\n|4|u16|time|\n",
        "h2. Pot\n\n|_. Offset |_. Type |_. Name |\n| 0 | u32 | heat |\n| 4 | u16 | time |\n",
    ];
    for text in forms {
        let document = read(&[("pot.txt", text)]);
        let Body::Structure { fields, .. } = &document.tables[0].body else { panic!("{text}: {document:#?}") };
        let found: Vec<_> = fields.iter().map(|field| (field.name.as_str(), field.ty.as_str())).collect();
        assert_eq!(
            (document.tables[0].name.as_str(), found),
            ("Pot", vec![("heat", "u32"), ("time", "u16")]),
            "{text}"
        );
    }
}
