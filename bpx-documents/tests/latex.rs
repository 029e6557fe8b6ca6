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
    assert_eq!(skipped, [(("main.tex", 7), "the file `oven` is included, but is not one of the given files")]);
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
