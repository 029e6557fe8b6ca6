//! A process and the processes that it starts, which end together (D-57).

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A process in its own group. When the process ends, or the value is dropped, all processes that are still in the
/// group are killed. On Linux, the current process becomes the parent of the processes that remain, so that none of
/// them stays as a zombie.
#[derive(Debug)]
pub(crate) struct Group {
    child: Child,
    status: Option<ExitStatus>,
}

impl Group {
    /// Starts a process.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        {
            system::adopt_orphans();
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        let child = command.spawn()?;
        #[cfg(unix)]
        system::add_running(&child);
        Ok(Self { child, status: None })
    }

    /// Returns the process itself.
    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns how the process ended, and kills the other processes of the group; `None` while the process runs.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        #[cfg(unix)]
        let ended = self.status.is_some() || system::has_ended(&self.child)?;
        #[cfg(not(unix))]
        let ended = self.status.is_some() || self.child.try_wait()?.is_some();
        if ended { self.kill_all().map(Some) } else { Ok(None) }
    }

    /// Kills all processes of the group, unless the group has ended.
    pub(crate) fn kill_all(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        #[cfg(unix)]
        system::kill_group(&self.child);
        // It may have ended meanwhile.
        #[cfg(not(unix))]
        let _ = self.child.kill();
        let status = self.child.wait()?;
        self.status = Some(status);
        #[cfg(unix)]
        system::reap_group(&self.child);
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = self.kill_all();
    }
}

/// Kills all running processes and the processes that they started. A program calls this function before it ends.
pub fn kill_all() {
    #[cfg(unix)]
    system::kill_all();
}

#[cfg(unix)]
mod system {
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, waitid, waitpgid};
    use std::collections::BTreeSet;
    use std::io;
    use std::process::Child;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::time::Duration;

    /// The numbers of the running groups.
    static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    fn running_groups() -> MutexGuard<'static, BTreeSet<i32>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn adopt_orphans() {
        // If that fails or is not supported, the first process of the system adopts them.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    pub(super) fn add_running(child: &Child) {
        running_groups().insert(Pid::from_child(child).as_raw_pid());
    }

    /// Returns whether a process has ended. The system does not reuse the process number before another call waits for
    /// the process.
    pub(super) fn has_ended(child: &Child) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(Pid::from_child(child)), options) {
                Err(Errno::INTR) => {}
                other => return Ok(other?.is_some()),
            }
        }
    }

    /// Kills a group whose first process was not waited for, so that no other group can have its number.
    pub(super) fn kill_group(child: &Child) {
        // The group may be empty.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        running_groups().remove(&Pid::from_child(child).as_raw_pid());
    }

    /// Waits for the processes of a killed group that the current process has adopted.
    pub(super) fn reap_group(child: &Child) {
        /// The largest number of attempts, with a pause after each; a killed process needs few.
        const LOOKS: usize = 200;
        for _ in 0..LOOKS {
            match waitpgid(Pid::from_child(child), WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => return,
            }
        }
    }

    pub(super) fn kill_all() {
        for group in std::mem::take(&mut *running_groups()) {
            let _ = Pid::from_raw(group).map(|group| kill_process_group(group, Signal::KILL));
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use std::path::Path;
    use std::process::Stdio;

    /// Makes a process of the shell that starts another, and writes its number to a file.
    fn family(folder: &Path, then: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("sleep 3600 & echo $! > number; mv number written; {then}")]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn is_there(folder: &Path) -> bool {
        let number = std::fs::read_to_string(folder.join("written")).unwrap();
        Path::new("/proc").join(number.trim()).exists()
    }

    fn wait_until(done: impl Fn() -> bool) {
        while !done() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn children_end_with_a_process_that_is_killed() {
        let folder = tempfile::tempdir().unwrap();
        let mut group = Group::spawn(&mut family(folder.path(), "wait")).unwrap();
        wait_until(|| folder.path().join("written").exists());
        assert!(group.try_wait().unwrap().is_none() && is_there(folder.path()));
        assert_eq!(group.kill_all().unwrap().code(), None);
        assert!(!is_there(folder.path()), "neither alive nor a zombie");
    }

    #[test]
    fn children_end_with_a_process_that_ends() {
        let folder = tempfile::tempdir().unwrap();
        let mut group = Group::spawn(&mut family(folder.path(), "exit 7")).unwrap();
        let status = loop {
            if let Some(status) = group.try_wait().unwrap() {
                break status;
            }
        };
        assert_eq!((status.code(), group.kill_all().unwrap().code()), (Some(7), Some(7)));
        assert!(!is_there(folder.path()), "neither alive nor a zombie");
    }

    #[test]
    fn children_end_with_a_process_that_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let group = Group::spawn(&mut family(folder.path(), "wait")).unwrap();
        wait_until(|| folder.path().join("written").exists());
        drop(group);
        assert!(!is_there(folder.path()), "neither alive nor a zombie");
    }
}
