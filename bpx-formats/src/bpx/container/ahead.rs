//! Blocks that are decoded before they are asked for, on the threads of the pool.

use super::xz::{Block, Blocks};
use bpx_schema::Limits;
use bpx_schema::source::ReadAt;
use bpx_schema::transform::StreamError;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Content in bytes under way after which no more blocks are begun.
const UNDER_WAY: u64 = 16 << 20;

/// Decodes blocks side by side, and hands them out in their order.
///
/// Who asks for a block that no thread has begun decodes it: it never waits for a thread that might wait itself.
pub(super) struct Ahead {
    source: Arc<dyn ReadAt>,
    blocks: Arc<Blocks>,
    limits: Limits,
    spare: Spare,
    /// The first block that is not begun.
    next: usize,
    jobs: VecDeque<(Block, Arc<Job>)>,
}

impl Ahead {
    pub(super) fn new(source: Arc<dyn ReadAt>, blocks: Arc<Blocks>, limits: Limits, spare: Spare) -> Self {
        Self { source, blocks, limits, spare, next: 0, jobs: VecDeque::new() }
    }

    /// Begins as many of the next blocks as keep all threads busy; tells whether some are left to begin.
    pub(super) fn begin(&mut self) -> bool {
        let mut size = self.jobs.iter().map(|(block, _)| block.content_size).fold(0, u64::saturating_add);
        while self.jobs.len() < width() && size < UNDER_WAY {
            let Some(block) = self.blocks.list().get(self.next).copied() else { return false };
            let task = Task { source: Arc::clone(&self.source), blocks: Arc::clone(&self.blocks), block };
            let job = Arc::new(Job::new(task, self.limits, self.spare.clone()));
            spawn(&job);
            self.jobs.push_back((block, job));
            self.next = self.next.saturating_add(1);
            size = size.saturating_add(block.content_size);
        }
        self.next < self.blocks.list().len()
    }

    /// The next block and its content; none at the end.
    pub(super) fn next(&mut self) -> Option<(Block, Result<Vec<u8>, StreamError>)> {
        self.begin();
        let (block, job) = self.jobs.pop_front()?;
        let content = job.finish();
        self.begin();
        Some((block, content))
    }

    /// Takes a buffer back that is not needed any more.
    pub(super) fn recycle(&self, buffer: Vec<u8>) {
        self.spare.put(buffer);
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.jobs.iter().for_each(|(_, job)| job.cancel());
    }
}

/// Buffers to be used again: fresh memory costs as much as a tenth of decoding.
#[derive(Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spare {
    fn take(&self) -> Vec<u8> {
        locked(&self.0).pop().unwrap_or_default()
    }

    fn put(&self, mut buffer: Vec<u8>) {
        /// Largest buffer that is kept, in bytes.
        const LARGEST: usize = 4 << 20;
        let mut kept = locked(&self.0);
        if kept.len() < width() && (1..=LARGEST).contains(&buffer.capacity()) {
            buffer.clear();
            kept.push(buffer);
        }
    }
}

/// What is to be decoded.
struct Task {
    source: Arc<dyn ReadAt>,
    blocks: Arc<Blocks>,
    block: Block,
}

/// One block on its way.
struct Job {
    state: Mutex<State>,
    done: Condvar,
    limits: Limits,
    spare: Spare,
}

enum State {
    Waiting(Task),
    Taken,
    Done(Result<Vec<u8>, StreamError>),
}

impl Job {
    fn new(task: Task, limits: Limits, spare: Spare) -> Self {
        Self { state: Mutex::new(State::Waiting(task)), done: Condvar::new(), limits, spare }
    }

    /// Decodes, unless another thread does or did.
    fn run(&self) {
        let Some(Task { source, blocks, block }) = self.claim() else { return };
        let content = blocks.decode(&*source, &block, self.limits, self.spare.take());
        *locked(&self.state) = State::Done(content);
        self.done.notify_all();
    }

    /// The content, decoded here when nobody has begun.
    fn finish(&self) -> Result<Vec<u8>, StreamError> {
        self.run();
        let mut state = locked(&self.state);
        loop {
            match std::mem::replace(&mut *state, State::Taken) {
                State::Done(content) => return content,
                _ => state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn cancel(&self) {
        drop(self.claim());
    }

    fn claim(&self) -> Option<Task> {
        let mut state = locked(&self.state);
        match std::mem::replace(&mut *state, State::Taken) {
            State::Waiting(task) => Some(task),
            other => {
                *state = other;
                None
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is left half done under a lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks under way: two for each thread, so that none waits for the one that asks.
#[cfg(feature = "parallel")]
fn width() -> usize {
    bpx_schema::threads::count().saturating_mul(2)
}

#[cfg(not(feature = "parallel"))]
fn width() -> usize {
    1
}

#[cfg(feature = "parallel")]
fn spawn(job: &Arc<Job>) {
    let job = Arc::clone(job);
    rayon::spawn_fifo(move || job.run());
}

/// Without other threads, who asks decodes.
#[cfg(not(feature = "parallel"))]
fn spawn(_: &Arc<Job>) {}
