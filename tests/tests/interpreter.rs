//! Generated code and the interpreter tell the same, byte for byte and step by step.
#![allow(missing_docs)]

mod shapes;

use bpx_schema::codec::Decoder;
use bpx_schema::interpret::Interpreter;
use bpx_schema::schema::Model;
use bpx_schema::watch::{Event, Journal};
use bpx_schema::{Codec, Limits};

/// The schema of a type, as it reads back from JSON.
fn exported<T: Codec>() -> Model {
    let model = Model::of(T::schema());
    let read = Model::from_json(&model.to_json().unwrap()).unwrap();
    assert_eq!(read, model);
    read
}

fn generated<T: Codec>(bytes: &[u8], args: &[i128], limits: Limits) -> Vec<Event> {
    let mut journal = Journal::default();
    let read = T::decode(&mut Decoder::new(bytes, limits).watched(&mut journal), args);
    journal.finish(read)
}

fn interpreted(model: &Model, bytes: &[u8], args: &[i128], limits: Limits) -> Vec<Event> {
    let mut journal = Journal::default();
    let read = Interpreter::new(model).unwrap().run(&model.root, bytes, args, limits, &mut journal);
    journal.finish(read)
}

fn assert_same<T: Codec>(model: &Model, bytes: &[u8], args: &[i128]) {
    let (left, right) =
        (generated::<T>(bytes, args, Limits::default()), interpreted(model, bytes, args, Limits::default()));
    if left != right {
        let at = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
        panic!("step {at} of {args:?} {bytes:02x?}\ngenerated:   {:#?}\ninterpreted: {:#?}", left.get(at), right.get(at));
    }
}

#[test]
fn smoke() {
    assert_same::<shapes::Rules>(&exported::<shapes::Rules>(), &[0; 200], &[]);
}
