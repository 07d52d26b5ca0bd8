//! What happens when the machine has no more memory: a sentence and an exit
//! code of its own, where the standard library would abort with a backtrace.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator, which never returns without memory.
pub(crate) struct OrExit;

/// Ends the program. Nothing here may need memory.
#[cold]
fn exhausted(layout: Layout) -> ! {
    let mut line = [0u8; 96];
    let mut rest = &mut line[..];
    let _ = writeln!(
        rest,
        "stumper: out of memory ({} more bytes were asked for); try --budget 1GB",
        layout.size()
    );
    let left = rest.len();
    let written = line.len() - left;
    let _ = std::io::stderr().write_all(&line[..written]);
    // Destructors and buffers of this thread may need memory; rows that were
    // flushed are whole.
    std::process::exit(i32::from(crate::OUT_OF_MEMORY))
}

// SAFETY: every call is handed on to the system's allocator as it is, and its
// answer is returned unless it is null, in which case the program ends. So
// every promise of `GlobalAlloc` is kept because `System` keeps it.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for OrExit {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc(layout) };
        if block.is_null() {
            exhausted(layout);
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let block = unsafe { System.alloc_zeroed(layout) };
        if block.is_null() {
            exhausted(layout);
        }
        block
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let block = unsafe { System.realloc(block, layout, size) };
        if block.is_null() {
            exhausted(layout);
        }
        block
    }
}
