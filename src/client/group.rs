//! A child and all that it starts, as one: the engine behind a shell script is ended together with the script.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A child in a process group of its own. Dropping it ends the whole group.
pub(super) struct Group(pub(super) Child);

impl Group {
    /// Starts a child to which no interrupt of the keyboard comes: it is this program's to decide what becomes of it.
    #[cfg_attr(not(unix), allow(unused_mut, reason = "only there it is changed"))]
    pub(super) fn spawn(mut command: Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Group)
    }

    /// How the child has ended; `None` while it goes on.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.0.id()) {
            use nix::sys::signal::{Signal, killpg};
            // It fails when nothing is left of the group: then all is well.
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
