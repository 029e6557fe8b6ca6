//! Tables, lists and listings of LaTeX, and files that include each other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, read};

fn latex(body: &str) -> Document {
    read(&[("kiln.tex", &format!("\\section{{Pot}}\n{body}\n"))])
}

fn rows(document: &Document, at: usize) -> Vec<(String, String, String)> {
    match &document.tables[at].body {
        Body::Structure { fields, .. } => {
            fields.iter().map(|field| (field.name.clone(), field.ty.clone(), field.notes.clone())).collect()
        }
        Body::Enumeration { values } | Body::Flags { values } => {
            values.iter().map(|value| (value.name.clone(), value.text.clone(), value.notes.clone())).collect()
        }
        other => panic!("{other:?}"),
    }
}

fn row(name: &str, ty: &str, notes: &str) -> (String, String, String) {
    (name.to_owned(), ty.to_owned(), notes.to_owned())
}

#[test]
fn environments_give_the_same_rows() {
    let body =
        "magic & u32 & The magic, \\emph{always} 7 \\\\\n\\hline\ncount & u16 & \\\\[2pt]\nglaze & u16 & A \\& B \\\\";
    let titles = "\\textbf{Name} & \\textbf{Type} & \\textbf{Notes} \\\\";
    let expected = [row("magic", "u32", "The magic, always 7"), row("count", "u16", ""), row("glaze", "u16", "A & B")];
    for table in [
        format!("\\begin{{tabular}}{{|l|c|r|}}\n\\hline\n{titles} \\hline\n{body}\n\\end{{tabular}}"),
        format!(
            "\\begin{{tabularx}}{{\\textwidth}}{{lXX}}\n\\toprule\n{titles}\n\\midrule\n{body}\n\\bottomrule\n\\end{{tabularx}}"
        ),
        format!(
            "\\begin{{longtable}}{{lll}}\n\\caption{{A pot}} \\\\\n\\hline\n{titles}\n\\endfirsthead\n\\multicolumn{{3}}{{c}}{{continued}} \\\\\n{titles}\n\\endhead\n\\multicolumn{{3}}{{r}}{{goes on}} \\\\\n\\endfoot\n\\hline\n\\endlastfoot\n{body}\n\\end{{longtable}}"
        ),
        format!(
            "\\begin{{tabular}}{{lll}}\n\\multicolumn{{3}}{{c}}{{Pot}} \\\\ \\cmidrule(lr){{1-2}}\n{titles}\n{body}\n\\end{{tabular}}"
        ),
        format!(
            "\\begin{{tabular}}{{lll}}\n{}\n{}\n\\end{{tabular}}",
            titles.replace("\\\\", "\\tabularnewline"),
            body
        ),
    ] {
        let document = latex(&table);
        assert_eq!(document.tables.len(), 1, "{table}");
        assert_eq!(rows(&document, 0), expected, "{table}");
    }
}

#[test]
fn cells_span_rows_and_columns() {
    let document = latex(
        "\\begin{tabular}{lll}\nName & Type & Notes \\\\\na & \\multirow{2}{*}{u16} & \\makecell{one\\\\two} \\\\\nb & & three \\\\\nc & u8 & \\\\\n\\end{tabular}",
    );
    assert_eq!(rows(&document, 0)[..2], [row("a", "u16", "one two"), row("b", "u16", "three")]);
    assert_eq!(rows(&document, 0)[2], row("c", "u8", ""));
}

#[test]
fn lists_are_codes_or_fields() {
    let document = latex(
        "\\begin{itemize}\n  \\item 'B' for Bowl\n  \\item 'V' for Vase\n\\end{itemize}\n\\subsection{Kind}\n\\begin{description}\n\\item[0x1] Flat\n\\item[0x2] Tall,\nand thin\n\\end{description}\n\
         \\subsection{Lid}\n\\begin{itemize}\n\\item \\texttt{size} (u16): how large\n\\item \\texttt{kind} (u8)\n\\end{itemize}\n\\begin{itemize}\n\\item A Lid is 3 bytes\n   long.\n\\end{itemize}",
    );
    assert_eq!(rows(&document, 0), [row("Bowl", "'B'", ""), row("Vase", "'V'", "")]);
    assert_eq!(rows(&document, 1), [row("Flat", "0x1", ""), row("Tall", "0x2", "and thin")]);
    assert_eq!(rows(&document, 2), [row("size", "u16", "how large"), row("kind", "u8", "")]);
    assert_eq!(document.stated.len(), 1, "an item of no table is a sentence");
}

#[test]
fn listings_are_read() {
    for begin in ["{lstlisting}[language=C]", "{verbatim}", "{minted}{c}"] {
        let end = begin.split('}').next().unwrap();
        let document = latex(&format!("\\begin{begin}\nstruct Pot {{\n  u32 magic; // m\n}};\n\\end{end}}}"));
        assert_eq!(rows(&document, 0), [row("magic", "u32", "m")], "{begin}");
        assert_eq!(document.tables[0].line, 3, "{begin}");
    }
}

#[test]
fn included_files_are_read_in_their_place() {
    let table =
        |name: &str| format!("\\begin{{tabular}}{{ll}}\nName & Type \\\\\n{name} & u8 \\\\\n\\end{{tabular}}\n");
    let (pot, lid) = (table("pot"), table("lid"));
    let main = "\\documentclass{article}\n\\section{Pot}\n\\input{parts/pot}\n\\section{Lid}\n\\include{parts/lid.tex}\n\\section{Oven}\n\\input{oven}\n";
    let document = read(&[("parts/lid.tex", &lid), ("main.tex", main), ("parts/pot.tex", &pot)]);
    let found: Vec<_> = document
        .tables
        .iter()
        .map(|table| (&*table.section, rows(&document, 0).len(), document.place(table.line).0))
        .collect();
    assert_eq!(found, [("1", 1, "parts/pot.tex"), ("2", 1, "parts/lid.tex")]);
    let skipped: Vec<_> =
        document.skipped.iter().map(|skipped| (document.place(skipped.line), &*skipped.reason)).collect();
    assert_eq!(
        skipped,
        [(("main.tex", 7), "expected the included file `oven` among the given files, found no such file")]
    );
    // Files that include each other are read once.
    let document = read(&[("a.tex", &format!("\\input{{b}}\n{pot}")), ("b.tex", &format!("\\input{{a}}\n{lid}"))]);
    assert_eq!(document.tables.len(), 2);
}

#[test]
fn hostile_latex_ends() {
    for text in [
        format!("\\section{{A}}\\begin{{tabular}}{{l}}{}", "\\hline \\cline{1-2}".repeat(4_000)),
        format!("\\section{{A}}\\begin{{tabular}}{{l}}{}", "a & b \\\\[2pt\n".repeat(4_000)),
        format!("\\section{{A}}{}", "\\begin{itemize}\\item[0] A\n".repeat(4_000)),
        format!(
            "\\section{{A}}\\begin{{tabular}}{{l}}{}",
            "\\multirow{99999999}{*}{a} & \\multicolumn{99999}{c}{b} \\\\".repeat(2000)
        ),
        "\\input{".repeat(4_000),
        format!("\\begin{{tabular}}{{l}}{}", "{".repeat(50_000)),
    ] {
        let document = read(&[("hostile.tex", &text)]);
        assert!(document.tables.iter().all(|table| table.line >= 1));
    }
}

fn table(rows: &str) -> String {
    format!("\\begin{{tabular}}{{lll}}\nName & Size (bytes) & Notes \\\\ \\hline\n{rows}\n\\end{{tabular}}")
}

/// Names and exact bits.
fn sizes(document: &Document) -> Vec<(&str, Option<u64>)> {
    let Body::Structure { fields, .. } = &document.tables[0].body else { panic!("{document:#?}") };
    fields.iter().map(|field| (&*field.name, field.size.and_then(bpx_documents::Size::exact))).collect()
}

#[test]
fn signs_of_footnotes_are_no_part_of_names_and_numbers() {
    let rows = "lid\\footnote{Of all pots.} & 4 & \\\\\nclay\\textsuperscript{1} & 2 & \\\\\nheat$^{*}$ & 2 & \\\\";
    assert_eq!(sizes(&latex(&table(rows))), [("lid", Some(32)), ("clay", Some(16)), ("heat", Some(16))]);
    for size in ["3\\textsuperscript{2}", "3\\footnotemark", "3$^{2}$", "3$^a$", "3\\footnote{Or 4.}"] {
        let document = latex(&table(&format!("lid & {size} & \\\\\nclay & 2 & \\\\")));
        assert_eq!(sizes(&document), [("lid", None), ("clay", Some(16))], "{size}");
    }
}

#[test]
fn commands_that_are_not_known_change_numbers() {
    for size in ["\\hex{10}", "\\frac{32}{2}", "\\sizes{4}{2}"] {
        let document = latex(&table(&format!("lid & {size} & \\\\\nclay & 2 & \\\\")));
        assert_eq!(sizes(&document), [("lid", None), ("clay", Some(16))], "{size}");
    }
    let document = latex(&table("\\fieldname{lid} & \\textbf{4} & \\\\\n\\cell{clay} & {2} & \\\\"));
    assert_eq!(sizes(&document), [("lid", Some(32)), ("clay", Some(16))]);
}

#[test]
fn macros_of_rows_and_words_are_replaced() {
    for definition in [
        "\\newcommand{\\row}[3]{#1 & #2 & #3 \\\\ \\hline}",
        "\\renewcommand\\row[3]{#1 & #2 & #3 \\\\ \\hline}",
        "\\def\\row#1#2#3{#1 & #2 & #3 \\\\ \\hline}",
    ] {
        let rows = table("\\row{lid}{4}{of \\clay}\n\\row{heat}{2}{}\nage & 1 & \\clay{} too \\\\");
        let document = latex(&format!("{definition}\n\\newcommand{{\\clay}}{{red clay}}\n{rows}"));
        assert_eq!(sizes(&document), [("lid", Some(32)), ("heat", Some(16)), ("age", Some(8))], "{definition}");
        let Body::Structure { fields, .. } = &document.tables[0].body else { panic!() };
        assert_eq!((&*fields[0].notes, &*fields[2].notes), ("of red clay", "red clay too"));
    }
    // One that is defined elsewhere leaves its row open.
    let document = latex(&table("\\row{lid}{4}{}\nage & 1 & \\\\"));
    assert_eq!(sizes(&document)[0].1, None, "{document:#?}");
}

#[test]
fn arrows_and_dashes_of_latex_are_signs() {
    let document = latex("\\begin{itemize}\n\\item 0 $\\rightarrow$ clay\n\\item 1 $\\to$ glass\n\\end{itemize}");
    assert_eq!(rows(&document, 0), [row("clay", "0", ""), row("glass", "1", "")]);
    let document = latex(
        "\\begin{tabular}{ll}\nBytes & Field \\\\ \\hline\n0--3 & lid \\\\\n4--5 & clay \\\\\n6 & age \\\\\n\\end{tabular}",
    );
    assert_eq!(sizes(&document), [("lid", Some(32)), ("clay", Some(16)), ("age", Some(8))]);
}

#[test]
fn macros_after_incomplete_ones_are_replaced() {
    let document = latex(
        "\\newcommand{\\about}[2]{#1 (#2)}\n\\newcommand{\\seal}{u32}\n\\begin{tabular}{ll}\nName & Type \\\\\n\\about{magic} & \\seal \\\\\ncount & u16 \\\\\n\\end{tabular}",
    );
    assert_eq!(rows(&document, 0)[0].1, "u32", "{document:#?}");
}

#[test]
fn raised_text_in_raised_text_is_read_to_a_limit() {
    let of = |notes: &str| {
        let table = format!("Name & Type & Notes \\\\\nlid & u8 & {notes} \\\\");
        let document = latex(&format!("\\begin{{tabular}}{{lll}}\n{table}\n\\end{{tabular}}"));
        rows(&document, 0)[0].2.clone()
    };
    let notes = |depth: usize| of(&format!("Glaze 2{}7{}", "^{3".repeat(depth), "}".repeat(depth)));
    assert_eq!(notes(2), "Glaze 2^3^37");
    // No character is lost at any depth.
    assert_eq!(notes(100), format!("Glaze 2{}7", "^3".repeat(100)));
    let notes = of(&format!("Glaze {}x{}", "\\textsuperscript{".repeat(100), "}".repeat(100)));
    assert!(notes.starts_with("Glaze") && notes.ends_with("\\textsuperscript x"), "{notes}");
}
