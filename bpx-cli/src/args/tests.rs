use super::{Args, ConformCommand, EditCommand, SchemaCommand, SpecCommand};
use clap::{Command, CommandFactory, Subcommand};

fn description(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// The help of a command is complete after `build`, which adds the deferred arguments.
#[test]
fn help_of_a_command_begins_with_its_description() {
    let groups = [
        Args::command(),
        ConformCommand::augment_subcommands(Command::new("conform")),
        EditCommand::augment_subcommands(Command::new("edit")),
        SchemaCommand::augment_subcommands(Command::new("schema")),
        SpecCommand::augment_subcommands(Command::new("spec")),
    ];
    for listed in groups {
        let mut built = listed.clone();
        built.build();
        assert!(listed.get_subcommands().next().is_some(), "{} has no commands", listed.get_name());
        for command in listed.get_subcommands() {
            let name = command.get_name();
            let found = built.find_subcommand(name).map(description).unwrap_or_default();
            assert!(!found.is_empty(), "{name} has no description");
            assert_eq!(found, description(command), "{name}");
        }
    }
}
