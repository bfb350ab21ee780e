//! Running another program with limits, so that none runs for ever, fills the memory with its
//! output, or is left behind.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a program may use.
pub(crate) struct Limits {
    pub time: Duration,
    /// Bytes on each of its two streams.
    pub output: usize,
    /// Whether it stays on one processor, where that can be had.
    pub is_pinned: bool,
}

/// What a program did.
pub(crate) struct Done {
    pub ended: Ended,
    pub output: String,
    pub errors: String,
}

/// How it came to its end.
#[derive(Clone, Copy)]
pub(crate) enum Ended {
    Exited(ExitStatus),
    /// It ran for too long.
    Late,
    /// It wrote too much.
    TooMuch,
}

/// Ends what is running from another thread, for example when the user interrupts it, and removes
/// temporary files.
///
/// ```
/// use loopwright::trial::{Plan, Stop, compare};
///
/// let stop = Stop::default();
/// stop.stop();
/// assert!(compare(&Plan::default(), &stop, None, "int main() {}", "int main() {}").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<Running>>);

#[derive(Debug, Default)]
struct Running {
    is_stopped: bool,
    /// The program that runs; it leads a group of its own.
    leader: Option<u32>,
    /// What to remove.
    folder: Option<PathBuf>,
}

impl Stop {
    /// Ends what is running, lets nothing start any more, and removes the temporary files.
    pub fn stop(&self) {
        let mut running = self.lock();
        running.is_stopped = true;
        if let Some(leader) = running.leader.take() {
            end_group(leader);
        }
        if let Some(folder) = running.folder.take() {
            // There is nobody left to tell that it cannot be removed.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// Whether all is to stop.
    pub fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// As long as the value lives, [`Stop::stop`] removes this folder.
    pub(crate) fn with_folder(&self, folder: &Path) -> Registered<'_> {
        self.lock().folder = Some(folder.to_path_buf());
        Registered(self)
    }

    fn lock(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a program, unless all is to stop.
    fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        // Locked, so that no program starts unseen while another thread stops all.
        let mut running = self.lock();
        if running.is_stopped {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        let child = command.spawn()?;
        running.leader = Some(child.id());
        Ok(child)
    }
}

/// Forgets the folder at its end.
pub(crate) struct Registered<'a>(&'a Stop);

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        self.0.lock().folder = None;
    }
}

/// Runs a program to its end or to a limit. Nothing that it started in its own group is left.
pub(crate) fn run_limited(mut command: Command, limits: &Limits, stop: &Stop) -> io::Result<Done> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let pinned = limits.is_pinned.then(Pinned::new).flatten();
    let child = stop.spawn(&mut command);
    drop(pinned);
    let mut child = child?;
    let is_full = Arc::new(AtomicBool::new(false));
    let output = child.stdout.take();
    let output = output.map(|pipe| collect(pipe, limits.output, &is_full));
    let errors = child.stderr.take();
    let errors = errors.map(|pipe| collect(pipe, limits.output, &is_full));
    let ended = wait(&mut child, start, limits.time, &is_full);
    // Also what the program has left running: it would keep the pipes open.
    end_group(child.id());
    stop.lock().leader = None;
    if ended.is_err() || !matches!(ended, Ok(Ended::Exited(_))) {
        // Where there are no groups.
        let _ = child.kill();
        let _ = child.wait();
    }
    let (output, errors) = (text(output), text(errors));
    let mut ended = ended?;
    if is_full.load(Ordering::Relaxed) {
        ended = Ended::TooMuch;
    }
    Ok(Done {
        ended,
        output,
        errors,
    })
}

/// As long as the value lives, this thread is on one processor, and what it starts inherits that.
struct Pinned {
    #[cfg(target_os = "linux")]
    before: nix::sched::CpuSet,
}

#[cfg(target_os = "linux")]
impl Pinned {
    fn new() -> Option<Pinned> {
        use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
        use nix::unistd::Pid;
        let here = Pid::from_raw(0);
        let before = sched_getaffinity(here).ok()?;
        // The first processor is the one that devices interrupt.
        let is_allowed = |cpu: &usize| before.is_set(*cpu).unwrap_or(false);
        let last = (0..CpuSet::count()).rev().find(is_allowed)?;
        let mut only = CpuSet::new();
        only.set(last).ok()?;
        sched_setaffinity(here, &only).ok()?;
        Some(Pinned { before })
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pinned {
    fn drop(&mut self) {
        // It was so before; if it cannot be again, this thread goes on where it is.
        let _ = nix::sched::sched_setaffinity(nix::unistd::Pid::from_raw(0), &self.before);
    }
}

#[cfg(not(target_os = "linux"))]
impl Pinned {
    fn new() -> Option<Pinned> {
        None
    }
}

fn text(thread: Option<JoinHandle<Vec<u8>>>) -> String {
    let bytes = thread.and_then(|thread| thread.join().ok());
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

/// Reads a pipe beside the running program, which would wait for it otherwise, to its end or to
/// the limit.
fn collect(
    pipe: impl Read + Send + 'static,
    limit: usize,
    is_full: &Arc<AtomicBool>,
) -> JoinHandle<Vec<u8>> {
    let is_full = is_full.clone();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is still worth comparing.
        let _ = pipe.take(limit as u64 + 1).read_to_end(&mut bytes);
        if bytes.len() > limit {
            is_full.store(true, Ordering::Relaxed);
        }
        bytes
    })
}

/// Waits for the end, or until a limit is reached.
fn wait(
    child: &mut Child,
    start: Instant,
    patience: Duration,
    is_full: &AtomicBool,
) -> io::Result<Ended> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ended::Exited(status));
        }
        if is_full.load(Ordering::Relaxed) {
            return Ok(Ended::TooMuch);
        }
        if start.elapsed() > patience {
            return Ok(Ended::Late);
        }
        // Short runs are measured finely, long ones are left alone.
        let nap =
            (start.elapsed() / 50).clamp(Duration::from_micros(200), Duration::from_millis(20));
        std::thread::sleep(nap);
    }
}

/// Ends all processes of the group that a process leads, if there are any.
#[cfg(unix)]
fn end_group(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(leader) = i32::try_from(leader) {
        // It fails when the group is gone, which is what is wanted.
        let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}
