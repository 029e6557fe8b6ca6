//! Lets threads of the pool decode blocks before callers request the blocks.

use super::xz::{Block, Blocks};
use crate::total::total_size;
use bpx_schema::Limits;
use bpx_schema::source::ReadAt;
use bpx_schema::transform::StreamError;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Content size of the blocks in progress, in bytes, from which on no more blocks are started. This limit bounds the
/// memory for any number of threads.
const UNDER_WAY: u64 = 8 << 20;

/// Decodes blocks in parallel, and returns them in order.
///
/// If no thread has started the block that a caller needs, the caller decodes the block itself. Callers therefore never
/// wait for threads that may wait for callers (no deadlock).
pub(super) struct Ahead {
    source: Arc<dyn ReadAt>,
    blocks: Arc<Blocks>,
    limits: Limits,
    spare: SpareBuffers,
    /// The numbers of the blocks that have not been started.
    waiting: Range<usize>,
    jobs: VecDeque<(Block, Arc<Job>)>,
}

impl Ahead {
    pub(super) fn new(source: Arc<dyn ReadAt>, blocks: Arc<Blocks>, limits: Limits, spare: SpareBuffers) -> Self {
        let waiting = 0..blocks.all_blocks().len();
        Self { source, blocks, limits, spare, waiting, jobs: VecDeque::new() }
    }

    /// Starts enough of the next blocks to keep all threads busy; returns whether more blocks are left to start.
    pub(super) fn start_blocks(&mut self) -> bool {
        let mut size = total_size(self.jobs.iter().map(|(block, _)| block.content_size));
        while has_room(self.jobs.len()) && size.0 < UNDER_WAY {
            let next = self.waiting.next().and_then(|next| self.blocks.all_blocks().get(next));
            let Some(block) = next.copied() else { return false };
            let task = Task { source: Arc::clone(&self.source), blocks: Arc::clone(&self.blocks), block };
            let job = Arc::new(Job::new(task, self.limits, self.spare.clone()));
            spawn_job(&job);
            self.jobs.push_back((block, job));
            size += block.content_size;
        }
        !self.waiting.is_empty()
    }

    /// Returns the next block and its content; `None` at the end.
    pub(super) fn next_block(&mut self) -> Option<(Block, Result<Vec<u8>, StreamError>)> {
        self.start_blocks();
        let (block, job) = self.jobs.pop_front()?;
        let content = job.take_content();
        self.start_blocks();
        Some((block, content))
    }

    /// Takes back a buffer that its user no longer needs.
    pub(super) fn recycle_buffer(&self, buffer: Vec<u8>) {
        self.spare.put_buffer(buffer);
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.jobs.iter().for_each(|(_, job)| job.cancel());
    }
}

/// Buffers for reuse, because fresh memory costs up to a tenth of the decoding time.
#[derive(Clone, Default)]
pub(super) struct SpareBuffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl SpareBuffers {
    fn take_buffer(&self) -> Vec<u8> {
        // Without a spare buffer, the new one is empty.
        lock_mutex(&self.0).pop().unwrap_or_default()
    }

    fn put_buffer(&self, mut buffer: Vec<u8>) {
        /// Largest kept buffer, in bytes.
        const LARGEST: usize = 4 << 20;
        let mut kept = lock_mutex(&self.0);
        if has_room(kept.len()) && (1..=LARGEST).contains(&buffer.capacity()) {
            buffer.clear();
            kept.push(buffer);
        }
    }
}

/// A block to decode.
struct Task {
    source: Arc<dyn ReadAt>,
    blocks: Arc<Blocks>,
    block: Block,
}

/// A block that is being decoded.
struct Job {
    state: Mutex<State>,
    done: Condvar,
    limits: Limits,
    spare: SpareBuffers,
}

enum State {
    Waiting(Task),
    Taken,
    Done(Result<Vec<u8>, StreamError>),
}

impl Job {
    fn new(task: Task, limits: Limits, spare: SpareBuffers) -> Self {
        Self { state: Mutex::new(State::Waiting(task)), done: Condvar::new(), limits, spare }
    }

    /// Decodes the block, unless another thread does or did.
    fn decode(&self) {
        let Some(Task { source, blocks, block }) = self.claim_task() else { return };
        let content = blocks.decode_block(&*source, &block, self.limits, self.spare.take_buffer());
        *lock_mutex(&self.state) = State::Done(content);
        self.done.notify_all();
    }

    /// Returns the content, and decodes the block on the current thread if no other thread has started.
    fn take_content(&self) -> Result<Vec<u8>, StreamError> {
        self.decode();
        let mut state = lock_mutex(&self.state);
        loop {
            match std::mem::replace(&mut *state, State::Taken) {
                State::Done(content) => return content,
                _ => state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn cancel(&self) {
        drop(self.claim_task());
    }

    fn claim_task(&self) -> Option<Task> {
        let mut state = lock_mutex(&self.state);
        match std::mem::replace(&mut *state, State::Taken) {
            State::Waiting(task) => Some(task),
            other => {
                *state = other;
                None
            }
        }
    }
}

fn lock_mutex<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No state is half-changed under a lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether another block should be started beside this number of blocks in progress. Several threads get two
/// blocks each, so that no thread waits for the caller; a single thread gets one block.
fn has_room(jobs: usize) -> bool {
    jobs == 0 || (thread_count() > 1 && jobs / 2 < thread_count())
}

/// Decodes a block on another thread. Without other threads, the caller decodes the block later.
fn spawn_job(job: &Arc<Job>) {
    #[cfg(feature = "parallel")]
    if thread_count() > 1 {
        let job = Arc::clone(job);
        rayon::spawn_fifo(move || job.decode());
    }
    let _ = job;
}

/// Returns the number of threads that work in parallel.
pub(in crate::bpx) fn thread_count() -> usize {
    #[cfg(feature = "parallel")]
    return bpx_schema::threads::thread_count();
    #[cfg(not(feature = "parallel"))]
    return 1;
}
