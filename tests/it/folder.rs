//! Folders for the files of a test.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Whether the system has the device on which nothing can be written.
pub(crate) fn has_full_disk() -> bool {
    fs::metadata("/dev/full").is_ok_and(|metadata| metadata.file_type().is_char_device())
}

/// A folder of its own for a test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// An empty folder. `name` must be no other test's: they run at the same time.
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Writes a file; gives its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), text).expect("writable");
        self.path(name)
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("readable")
    }

    /// The command line of an engine that is a shell script; `ENGINE` in it stands for the real one.
    pub(crate) fn engine(&self, script: &str) -> String {
        let script = script.replace("ENGINE", &format!("'{}'", env!("CARGO_BIN_EXE_coureur")));
        format!("sh '{}'", self.write("engine.sh", script))
    }
}

impl AsRef<OsStr> for Folder {
    fn as_ref(&self) -> &OsStr {
        self.0.as_os_str()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}
