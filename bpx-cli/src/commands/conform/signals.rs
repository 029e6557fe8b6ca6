use crate::exit::Failure;

/// Makes programs under test end with the command when the command is interrupted (D-57). The programs are in their own
/// groups, which the signals of a terminal do not reach.
#[cfg(unix)]
pub(super) fn end_programs_on_signals() -> Result<(), Failure> {
    use crate::exit::InFile;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let listen = || -> std::io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        std::thread::Builder::new().spawn(move || {
            for signal in &mut signals {
                conformance::testee::kill_all();
                // Ends with the same signal as without this handler.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        })?;
        Ok(())
    };
    listen().in_file("signals")
}

#[cfg(not(unix))]
pub(super) fn end_programs_on_signals() -> Result<(), Failure> {
    Ok(())
}
