//! The constants of rules: each constant names the rule whose code a declaration states.

use bpx_schema::report::{Class, DeclaredRule, Severity};
use bpx_schema::{Record, structure};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 2, assert(low <= high, code = "span.order", spec = "2.2", severity = warning, text = "low above high"))]
struct Span {
    #[schema(one_of(0, 1), code = "span.low-value", spec = "2.1")]
    low: u8,
    high: u8,
}

#[structure]
#[brw(little, import(kind: u8))]
#[derive(Debug, Clone, PartialEq, Eq)]
enum Body {
    #[br(pre_assert(kind == 0))]
    Short {
        #[schema(range(1..=9), code = "body.size")]
        size: u8,
    },
    Long {
        first: u16,
        last: u16,
    },
}

#[structure]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq)]
struct Names {
    count: u8,
    #[br(count = count)]
    #[schema(pool("names"), unique(code = "names.once", spec = "3"))]
    list: Vec<u8>,
    #[schema(index_in("names", code = "names.first"))]
    first: u8,
}

#[track_caller]
fn expect_rule(constant: DeclaredRule, code: &str, spec: &str, severity: Severity) {
    let rule = constant.rule();
    assert_eq!((constant.code(), &*rule.code, rule.severity), (code, code, severity));
    assert_eq!(&*rule.clause, spec);
}

#[test]
fn each_stated_code_has_a_constant() {
    expect_rule(Span::RULE_SPAN_LOW_VALUE, "span.low-value", "2.1", Severity::Error);
    expect_rule(Span::RULE_SPAN_ORDER, "span.order", "2.2", Severity::Warning);
    expect_rule(Body::RULE_BODY_SIZE, "body.size", "", Severity::Error);
    expect_rule(Names::RULE_NAMES_ONCE, "names.once", "3", Severity::Error);
    expect_rule(Names::RULE_NAMES_FIRST, "names.first", "", Severity::Error);
    assert_eq!(Names::RULE_NAMES_FIRST.rule().class, Class::BadReference);
}
