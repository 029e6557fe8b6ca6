//! The text form, rule by rule: what the engine reads, what only this library reads, and what is rejected.

use super::*;
use bpx_schema::report::Class;

/// Returns a tree in one line: `a=Int(1)`, `name{..}`, and `{..}` of a block without a name.
fn shown(document: &Document) -> String {
    let mut parts = Vec::new();
    for event in document.root().events().skip(1) {
        let Event::Open(block) = event else {
            parts.push("}".to_owned());
            continue;
        };
        parts.push(format!("{}{{", block.name().unwrap_or_default().escape_ascii()));
        parts.extend(params(block));
    }
    parts.pop();
    params(document.root()).into_iter().chain(parts).collect::<Vec<_>>().join(" ")
}

fn params(block: BlockRef<'_>) -> Vec<String> {
    let shown = |param: ParamRef<'_>| match param.value() {
        Value::String(text) => format!("{}='{}'", param.name().escape_ascii(), text.escape_ascii()),
        value => format!("{}={value:?}", param.name().escape_ascii()),
    };
    block.params().map(shown).collect()
}

/// Returns the tree, and offset and message of each finding in strict mode.
fn read(source: &[u8]) -> (String, Vec<(u64, String)>) {
    let document = Document::open(source, &Companions::default(), Limits::default());
    let document = document.unwrap_or_else(|error| panic!("{}: {error}", source.escape_ascii()));
    let report = verify(&source, Mode::Strict, Limits::default(), &Companions::default()).unwrap();
    let found = report.findings().iter().map(|finding| {
        assert_eq!((&*finding.code, &*finding.lenient, finding.class), ("blk.text.engine", "I-116", Class::BadText));
        assert_eq!(finding.severity, Severity::Error);
        (finding.location.file, finding.message.clone())
    });
    let found: Vec<_> = found.collect();
    // In lenient mode, the same findings are warnings.
    let lenient = findings(source, &Companions::default());
    assert_eq!(lenient, vec![("blk.text.engine".to_owned(), Severity::Warning); found.len()]);
    (shown(&document), found)
}

/// Checks that each text is read as the given tree, without findings.
#[track_caller]
fn sound(cases: &[(&str, &str)]) {
    for (source, tree) in cases {
        assert_eq!(read(source.as_bytes()), ((*tree).to_owned(), vec![]), "{}", source.escape_debug());
    }
}

#[test]
fn statements_and_blanks() {
    sound(&[
        ("", ""),
        ("\n\r\n \t", ""),
        ("\u{feff}", ""),
        ("\u{feff}a:i=1", "a=Int(1)"),
        ("a:i=1", "a=Int(1)"),
        ("a:i=1;b:i=2\nc:i=3\r\nd:i=4\re:i=5", "a=Int(1) b=Int(2) c=Int(3) d=Int(4) e=Int(5)"),
        ("a : i = 1", "a=Int(1)"),
        ("a\n:\ni\n= 1", "a=Int(1)"),
        ("\x1Aa\x1A:i=\x1A1", "a=Int(1)"),
        ("k{}", "k{ }"),
        ("k\n{\na:i=1}b{}", "k{ a=Int(1) } b{ }"),
        ("k{a:t=x}", "k{ a='x' }"),
        ("k{a:t=x;}b:i=1", "b=Int(1) k{ a='x' }"),
        ("a.b-c_d~e9:i=1", "a.b-c_d~e9=Int(1)"),
        ("1:i=1", "1=Int(1)"),
        ("\"a b\":i=1; 'c\"d':i=2", "a b=Int(1) c\\\"d=Int(2)"),
        ("\"a~nb\" { }", "a\\nb{ }"),
        ("\"\":i=1\n\"\"{}", "=Int(1) { }"),
        // A semicolon after a quoted name belongs to the name.
        ("\"a\" ; :i=1", "a=Int(1)"),
        ("a:'i'=1; b:\"p2\" = 1,2", "a=Int(1) b=Float2([1.0, 2.0])"),
    ]);
    // The text ends at a NUL.
    let report = verify(&&b"a:i=1\0b:i=2"[..], Mode::Strict, Limits::default(), &Companions::default()).unwrap();
    let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
    assert_eq!((&*finding.code, finding.severity, finding.location.file), ("blk.rest", Severity::Warning, 5));
    assert_eq!(shown(&open(b"a:i=1\0b:i=2", &Companions::default())), "a=Int(1)");
    assert_eq!(shown(&open(b"\n\0", &Companions::default())), "");
}

#[test]
fn comments() {
    sound(&[
        ("// a\n/* b */ a:i=1 // c\n/* d /* e */ f */ b:i=2 /* g */", "a=Int(1) b=Int(2)"),
        ("//", ""),
        ("// a\rb:i=2", "b=Int(2)"),
        ("a/*x*/:i=1; b:/*x*/i/*x*/=/*x*/2; c//x\n:i=3; k/*x*/{/*x*/}", "a=Int(1) b=Int(2) c=Int(3) k{ }"),
        // Comments inside of a value do not nest.
        ("a:t=x/*c*/y", "a='xy'"),
        ("a:t=x /*c*/ y /* /* */ z", "a='x  y  z'"),
        ("a:p2=1, /* x */ 2", "a=Float2([1.0, 2.0])"),
        ("a:t=x//y\nb:i=1", "a='x' b=Int(1)"),
        ("a:t=x/y", "a='x/y'"),
        ("a:t=x/", "a='x/'"),
        // A comment that continues on the next line ends the value.
        ("a:t=x/* c\n d */ b:i=1", "a='x' b=Int(1)"),
        // A comment up to the end of the line includes the line break.
        ("a:t= // c\nx y", "a='x y'"),
        // There are no comments inside of quotes, nor between them and a semicolon.
        ("a:t=\"// none /* here */\"", "a='// none /* here */'"),
        ("a:t=\"x\" /* c */\nb:i=1", "a='x' b=Int(1)"),
    ]);
}

#[test]
fn strings() {
    sound(&[
        ("a:t=\"x~n~r~t~~~\"~'~q\\n\"", "a='x\\n\\r\\t~\\\"\\'q\\\\n'"),
        ("a:t='it is \"it\"'", "a='it is \\\"it\\\"'"),
        ("a:t=\"\"; b:t=''", "a='' b=''"),
        ("a:t = no quotes \t // comment", "a='no quotes'"),
        ("a:t=x\"y\"", "a='x\"y\"'".replace('"', "\\\"").as_str()),
        ("a:t=up to; b:i=1", "a='up to' b=Int(1)"),
        ("a:t=;b:t=x", "a='' b='x'"),
        ("k{a:t=}", "k{ a='' }"),
        ("a:t=\"x\" \t ; b:i=1", "a='x' b=Int(1)"),
        ("a:t=\"x\" b:i=1", "a='x' b=Int(1)"),
        ("a:t=\"~\nx\"", "a='\\nx'"),
        ("a:t=\u{e9}", "a='\\xc3\\xa9'"),
        ("a:t=\"\"\"\none\r\ntwo\n\"\"\"", "a='one\\ntwo'"),
        ("a:t='''one \"\"\" two'''", "a='one \\\"\\\"\\\" two'"),
        ("a:t=\"\"\"  \t\nx\"\"\"", "a='x'"),
        ("a:t=\"\"\"  x\"\"\"", "a='  x'"),
        ("a:t=\"\"\"\n\n\"\"\"", "a='\\n'"),
        ("a:t=\"\"\"\n\"\"\"", "a=''"),
        ("a:t=\"\"\"\n\n\n\"\"\"", "a='\\n'"),
        ("a:t=\"\"\"~t\"\"~\"\"\"\"", "a='\\t\\\"\\\"\\\"'"),
        ("a:t=\"\"\"x\"\"\"\n // c\n ; b:i=1", "a='x' b=Int(1)"),
    ]);
}

#[test]
fn numbers() {
    sound(&[
        (
            "a:i=0xffffffff; b:i = +7; c:i=-0; d:i=-12; e:i=0x; f:i=007",
            "a=Int(-1) b=Int(7) c=Int(0) d=Int(-12) e=Int(0) f=Int(7)",
        ),
        ("a:i=4294967297; b:i=0x1FfFfFfFfF", "a=Int(1) b=Int(-1)"),
        ("a:i64=-9223372036854775808; b:i64=18446744073709551616", "a=Long(-9223372036854775808) b=Long(0)"),
        (
            "a:r=1e-7; b:r=+.5; c:r=5.; d:r=-1E+2; e:r=0e999",
            "a=Float(1e-7) b=Float(0.5) c=Float(5.0) d=Float(-100.0) e=Float(0.0)",
        ),
        ("a:r=inf; b:r=-Infinity; c:r=NaN", "a=Float(inf) b=Float(-inf) c=Float(NaN)"),
        ("a:b=ON;b:b=0;c:b=False;d:b=yes", "a=Bool(true) b=Bool(false) c=Bool(false) d=Bool(true)"),
        (
            "a:i=\"5\"; b:b='yes'; c:r=\"1.5\"; d:c=\"1,2,3\"",
            "a=Int(5) b=Bool(true) c=Float(1.5) d=Color([1, 2, 3, 255])",
        ),
        (
            "a:p2=\"1, 2\"; b:m=\"[[1,2,3] [4,5,6] [7,8,9] [1,0,0]]\"",
            "a=Float2([1.0, 2.0]) b=Matrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, 0.0, 0.0]])",
        ),
    ]);
    // NaN with stated bits, which the engine ignores.
    let bits = |source: &str| match written(source).root().get(b"a") {
        Some(Value::Float(value)) => value.to_bits(),
        other => panic!("{other:?}"),
    };
    assert_eq!(bits("a:r=nan"), 0x7fc0_0000);
    assert_eq!(bits("a:r=-nan"), 0xffc0_0000);
    assert_eq!(bits("a:r=nan(0x7fc00001)"), 0x7fc0_0001);
    assert_eq!(read(b"a:r=nan(0x7fc00001)").1[0].0, 4);
    for same in ["a:r=nan(0x3f800000)", "a:r=NaN(0x7fc00000)", "a:r=nan(word)"] {
        assert_eq!((bits(same), read(same.as_bytes()).1), (0x7fc0_0000, vec![]));
    }
    assert_eq!(shown(&written("a:p2=1,nan(0xffc00001)")), "a=Float2([1.0, NaN])");
}

#[test]
fn vectors_end_after_their_last_part() {
    sound(&[
        ("a:p2=1,2.5; b:p2=1 , 2; c:p2=1,   2", "a=Float2([1.0, 2.5]) b=Float2([1.0, 2.0]) c=Float2([1.0, 2.0])"),
        ("a:p3=0.5, 1, 2, 3", "a=Float3([0.5, 1.0, 2.0])"),
        ("a:p4=1,2,3,4 m; b:p2=1,2e", "a=Float4([1.0, 2.0, 3.0, 4.0]) b=Float2([1.0, 2.0])"),
        ("a:ip2=1,-2 # x; b:ip3=1,2,3,4; c:ip4=1,2,3,4,", "a=Int2([1, -2]) b=Int3([1, 2, 3]) c=Int4([1, 2, 3, 4])"),
        ("a:ip2=0x10,-0x10", "a=Int2([16, 0])"),
        (
            "a:c=1,2,3; b:c=0xff, 2, 3, 0x4; c:c=1,2,3 and so on; d:c=1,2,3,4,5",
            "a=Color([1, 2, 3, 255]) b=Color([255, 2, 3, 4]) c=Color([1, 2, 3, 255]) d=Color([1, 2, 3, 4])",
        ),
        (
            "a:c=1,2,3,256; b:c=1,2,3,300; c:c=1,2,3,-1",
            "a=Color([1, 2, 3, 0]) b=Color([1, 2, 3, 44]) c=Color([1, 2, 3, 255])",
        ),
        (
            "a:m=[[1,2,3][4,5,6]  [7,8,9 x] [1,0,0,9]] and so on",
            "a=Matrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, 0.0, 0.0]])",
        ),
    ]);
}

#[test]
fn lists_of_values() {
    sound(&[
        ("a:i[] = [\n1\n2;3;\n]", "a=Int(1) a=Int(2) a=Int(3)"),
        ("a:i [] = [ ]; b:i=1".replace("; ", "\n").as_str(), "b=Int(1)"),
        ("a:p3[]=[1,2,3; 4,5,6;]", "a=Float3([1.0, 2.0, 3.0]) a=Float3([4.0, 5.0, 6.0])"),
        ("a:t[]=[\"x\" 'y';\"z\"]", "a='x' a='y' a='z'"),
        ("a:t[]=[ // c\nx y\n/* c */ ]", "a='x y'"),
        // A value without quotes ends at the end of the line or at a semicolon.
        ("a:t[]=[x y]\n]", "a='x y]'"),
    ]);
}

#[test]
fn includes() {
    for source in [
        "include \"a.blk\"",
        "include a.blk",
        "include 'a.blk';",
        "INCLUDE a.blk // c",
        "Include\n a.blk",
        "\"include\" a.blk",
        "include\"a.blk\"",
    ] {
        sound(&[(source, "@include='a.blk'")]);
    }
    sound(&[
        (
            "include #/x.blk\ninclude %mnt/x.blk\ninclude ../a b.blk",
            "@include='#/x.blk' @include='%mnt/x.blk' @include='../a b.blk'",
        ),
        ("k{include x.blk}", "k{ @include='x.blk' }"),
        ("include:i=1\ninclude{}", "include=Int(1) include{ }"),
        ("\"@include\":t=\"a.blk\"", "@include='a.blk'"),
        ("include = x", "@include='= x'"),
    ]);
}

#[test]
fn names_that_are_commands() {
    sound(&[
        ("\"@null\"{a:i=1}", "{ a=Int(1) }"),
        ("'@null' {}", "{ }"),
        (
            "\"@override:a[2]\":i=1; \"@delete:a\":i=0; \"@delete-all:k\"{}; ".trim_end_matches("; "),
            "@override:a[2]=Int(1) @delete:a=Int(0) @delete-all:k{ }",
        ),
        // A command may occur twice, with any types.
        ("\"@delete:a\":i=0; \"@delete:a\":t=\"\"", "@delete:a=Int(0) @delete:a=''"),
    ]);
}

/// The engine rejects these texts, but their meaning is clear.
#[test]
fn what_only_a_lenient_reader_takes() {
    for (source, tree, offset, message) in [
        ("a/b:i=1", "a/b=Int(1)", 0, "line 1: expected quotes around the name `a/b`, found none"),
        ("x:i=1\n@a$+{}", "x=Int(1) @a$+{ }", 6, "line 2: expected quotes around the name `@a$+`, found none"),
        ("@null{}", "{ }", 0, "line 1: expected quotes around the name `@null`, found none"),
        (
            "\u{e9}t\u{e9}:i=1",
            "\\xc3\\xa9t\\xc3\\xa9=Int(1)",
            0,
            "line 1: expected quotes around the name `\\xc3\\xa9t\\xc3\\xa9`, found none",
        ),
        ("k{};a:i=1", "a=Int(1) k{ }", 3, "line 1: expected a name, found `;`"),
        ("k{},a:i=1", "a=Int(1) k{ }", 3, "line 1: expected a name, found `,`"),
        ("a:i=1;;b:i=2", "a=Int(1) b=Int(2)", 6, "line 1: expected a name, found `;`"),
        (";", "", 0, "line 1: expected a name, found `;`"),
        ("a=b", "a='b'", 1, "line 1: expected `:` and a type, found `=`"),
        (
            "a:p2=1,\t2",
            "a=Float2([1.0, 2.0])",
            5,
            "line 1: expected a value of type `p2` in a form that the engine reads, found another form",
        ),
        (
            "a:i=-0x10",
            "a=Int(-16)",
            4,
            "line 1: expected a value of type `i` in a form that the engine reads, found another form",
        ),
        (
            "a:i=\" 5\"",
            "a=Int(5)",
            4,
            "line 1: expected a value of type `i` in a form that the engine reads, found another form",
        ),
        (
            "a:i=5\u{a0}",
            "a=Int(5)",
            4,
            "line 1: expected a value of type `i` in a form that the engine reads, found another form",
        ),
        (
            "a:r=1e400",
            "a=Float(inf)",
            4,
            "line 1: expected a value of type `r` in a form that the engine reads, found another form",
        ),
        (
            "a:r=-1e-60",
            "a=Float(-0.0)",
            4,
            "line 1: expected a value of type `r` in a form that the engine reads, found another form",
        ),
        ("a:t=\nb:i=1", "a='' b=Int(1)", 4, "line 1: expected a value, found the end of the line"),
        (
            "a:m=[[1,2,3], [4,5,6]\n[7,8,9] [ 1,0,0]]",
            "a=Matrix([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, 0.0, 0.0]])",
            4,
            "line 1: expected a value of type `m` in a form that the engine reads, found another form",
        ),
        (
            "a:i=1\na:r=2",
            "a=Int(1) a=Float(2.0)",
            6,
            "line 2: expected type `i`, which an earlier parameter `a` has, found `r`",
        ),
        (
            "\"@null\":i=1",
            "@null=Int(1)",
            0,
            "line 1: expected a name for the parameter, found `@null`, which means no name",
        ),
        (
            "\"@a\":i[]=[1\n]",
            "@a=Int(1)",
            0,
            "line 1: expected a single value for a name that begins with `@`, found a list",
        ),
        (
            "/* a\rb */ a:i=1",
            "a=Int(1)",
            4,
            "line 1: expected LF after CR in a comment, found none; the engine never finishes such a comment",
        ),
    ] {
        let found = vec![(offset, message.to_owned())];
        assert_eq!(read(source.as_bytes()), (tree.to_owned(), found), "{}", source.escape_debug());
    }
    // Each place is reported, and the rest is read as by the engine.
    let (tree, found) = read(b"a/b:i=1\nk{};\nc:i[]=[1 2 3]\nd:c=1,2,3,256");
    assert_eq!(tree, "a/b=Int(1) c=Int(1) c=Int(2) c=Int(3) d=Color([1, 2, 3, 0]) k{ }");
    assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 11]);
}

/// Each block has its own types of names, also after a nested block.
#[test]
fn types_of_names_are_those_of_a_block() {
    sound(&[(
        "a:i=1\nk{ a:r=1; l{ a:t=x }\n a:r=2 }\na:i=2",
        "a=Int(1) a=Int(2) k{ a=Float(1.0) a=Float(2.0) l{ a='x' } }",
    )]);
    let (_, found) = read(b"a:i=1\nk{ a:r=1; l{ a:t=x }\n a:i=2 }\na:r=2\nm{ a:r=1; a:r=2 }");
    assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [28, 36]);
}

/// In a list on one line, the engine reads one value up to the end of the line, which is not a number.
#[test]
fn lists_on_one_line() {
    for (source, tree) in [
        ("a:i[]=[1 2 3]", "a=Int(1) a=Int(2) a=Int(3)"),
        ("a:p3[]=[1,2,3; 4,5,6]\nb:i=1", "a=Float3([1.0, 2.0, 3.0]) a=Float3([4.0, 5.0, 6.0]) b=Int(1)"),
        ("a:t[]=[x y]\nb:i=1", "a='x' a='y' b=Int(1)"),
        ("a:t[]=[\"x\", \"y\"]", "a='x' a='y'"),
    ] {
        let (read, found) = read(source.as_bytes());
        assert_eq!((read.as_str(), found.len()), (tree, 1), "{source}");
    }
}

#[test]
fn mistakes_have_a_place() {
    for (source, class, line, at) in [
        ("a:i = 1\n  b:z = 2", Class::BadMagic, 2, 12),
        ("a:i = x", Class::BadMagic, 1, 6),
        ("a:i = ", Class::BadMagic, 1, 6),
        ("a:i = 1.5", Class::BadMagic, 1, 6),
        ("a:i = 1 2", Class::BadMagic, 1, 6),
        ("a:i = -", Class::BadMagic, 1, 6),
        ("a:r = .", Class::BadMagic, 1, 6),
        ("a:r = 1x", Class::BadMagic, 1, 6),
        ("a:b = maybe", Class::BadMagic, 1, 6),
        ("a:c = 1, 2", Class::BadMagic, 1, 6),
        ("a:c = 1, 2, 256", Class::BadMagic, 1, 6),
        ("a:c = 1, 2, 3,", Class::BadMagic, 1, 6),
        ("a:ip2 = 1", Class::BadMagic, 1, 8),
        ("a:m = [[1,2,3]]", Class::BadMagic, 1, 6),
        ("a:m = 1", Class::BadMagic, 1, 6),
        ("a:t = \"x\n\"", Class::BadText, 1, 8),
        ("a:t = \"x", Class::Unterminated, 1, 6),
        ("a:t = \"x~", Class::Unterminated, 1, 6),
        ("a:t = \"\"\"x\"\"", Class::Unterminated, 1, 6),
        ("\r\r\na:t=x /* b", Class::Unterminated, 3, 9),
        ("a {", Class::Truncated, 1, 3),
        ("a:i[] = [1\n", Class::Truncated, 2, 11),
        ("k{a:i[] = [1\n}", Class::Truncated, 2, 13),
        ("a:i[] = 1", Class::BadMagic, 1, 8),
        ("}", Class::BadMagic, 1, 0),
        ("/* a /* b */", Class::Unterminated, 1, 0),
        ("name", Class::Truncated, 1, 4),
        ("name \"x\"", Class::BadMagic, 1, 5),
        ("a:i 1", Class::BadMagic, 1, 4),
        ("a:=1", Class::BadMagic, 1, 2),
        (":i=1", Class::BadMagic, 1, 0),
        ("[a]", Class::BadMagic, 1, 0),
    ] {
        let error = text::read(source.as_bytes(), Limits::default()).unwrap_err();
        let finding = error.finding().unwrap();
        assert_eq!((finding.class, finding.location.file), (class, at), "{source}: {finding}");
        assert!(finding.message.starts_with(&format!("line {line}: ")), "{finding}");
        assert_eq!(finding.code, "blk.text");
    }
    // Offsets count from the beginning of the file.
    let error = text::read("\u{feff}\na:z=1".as_bytes(), Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().location.file, 6);
}

#[test]
fn a_block_that_is_too_full_has_a_place() {
    let many = "a:i=1\n".repeat(65_536);
    let error = text::read(many.as_bytes(), Limits::default()).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.location.file), (Class::Overflow, 65_535 * 6));
    assert!(finding.message.starts_with("line 65536: "), "{finding}");
}

#[test]
fn many_findings_take_no_time_each() {
    let source = ";\n".repeat(100_000);
    let report = verify(&source.as_bytes(), Mode::Lenient, Limits::default(), &Companions::default()).unwrap();
    assert_eq!(report.count(Severity::Warning), 100_000);
}

#[test]
fn what_a_document_cannot_hold_is_counted() {
    let source = "// one\na:i=1 /* two */\nk{ x:t=y/*three*/ }\nb:i=2\ninclude x.blk\nl{ c:i=1\n m{} d:i=2 }";
    let (document, lost) = text::read_noting(source.as_bytes(), Limits::default(), &mut |_| ()).unwrap();
    assert_eq!((lost.comments, lost.moved_params, lost.moved_includes), (3, 3, 1));
    assert_eq!(shown(&document), "a=Int(1) b=Int(2) @include='x.blk' k{ x='y' } l{ c=Int(1) d=Int(2) m{ } }");
    let (_, lost) = text::read_noting(b"a:i=1\nk{}", Limits::default(), &mut |_| ()).unwrap();
    assert_eq!(lost, text::Lost::default());
}

#[test]
fn written_texts_are_what_the_engine_writes() {
    let source = "\"@include\":t=\"a~\"b.blk\"; \"@include\":i=1; \"@override:a\":i=1; include:b=no; n~:r=-nan; s:t=\"~\"~~~t'\"\n\
                  \"@null\"{} k{ \"a b\"{ \"@include\":t=\"c\" } }";
    // Two types of one name are a finding, which is ignored here.
    let document = written(source);
    let text = String::from_utf8(text::write(&document)).unwrap();
    let expected = "include \"a~\"b.blk\"\n\"@include\":i=1\n\"@override:a\":i=1\ninclude:b=no\nn~:r=-nan\ns:t=\"~\"~~~t'\"\n\
                    \n\"@null\"{}\n\nk{\n  \"a b\"{\n    include \"c\"\n  }\n}\n";
    assert_eq!(text, expected);
    assert!(written(&text).same_tree(&document));
    assert_eq!(text::write(&written("")), b"");
}

#[test]
fn a_name_that_means_none() {
    let mut builder = Builder::new(None);
    builder.param(b"@null", &Value::Int(1)).unwrap();
    builder.open(Some(b"@null")).unwrap();
    builder.open(None).unwrap();
    let document = builder.finish().unwrap();
    let text = text::write(&document);
    assert_eq!(text, b"\"@null\":i=1\n\n\"~@null\"{\n  \"@null\"{}\n}\n");
    assert!(written(std::str::from_utf8(&text).unwrap()).same_tree(&document));
    // Only this library reads both names as written.
    let (_, found) = read(&text);
    assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 13]);
}

#[test]
fn deep_texts_grow_no_faster_than_their_blocks() {
    let mut builder = Builder::new(None);
    (0..5_000).for_each(|_| builder.open(Some(b"k")).unwrap());
    let document = builder.finish().unwrap();
    let text = text::write(&document);
    assert!(text.len() < 5_000 * 450, "{}", text.len());
    assert!(text::read(&text, Limits::default().with_max_depth(6_000)).unwrap().same_tree(&document));
    let error = text::read(&text, Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().code, "blk.block.depth");
}
