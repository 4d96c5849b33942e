//! Memory that NumPy arrays show and Rust writes, without copies.
//!
//! Invariant: Rust owns the memory, and each array keeps its [`Memory`] alive. The arrays cannot be
//! written or resized from Python: they are marked read-only and do not own their data.

use numpy::ndarray::{ArrayViewD, IxDyn};
use numpy::{Element, PyArrayDyn};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// Zeroed memory, freed with the last array that shows it.
#[pyclass(frozen, module = "triskelion.envs")]
struct Memory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: `Memory` itself never reads or writes what it points to; it only frees it.
unsafe impl Send for Memory {}
// SAFETY: `Memory` gives no access to what it points to.
unsafe impl Sync for Memory {}

impl Memory {
    fn new(layout: Layout) -> PyResult<Memory> {
        let failed = || PyMemoryError::new_err(format!("{} bytes for an array", layout.size()));
        // Arrays are aligned for vectors of the processor, and never empty.
        let layout = Layout::from_size_align(layout.size().max(1), layout.align().max(64))
            .map_err(|_| failed())?;
        // SAFETY: The layout has a size of at least one byte.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(failed)?;
        Ok(Memory { start, layout })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `start` comes from `alloc_zeroed` with this layout and is freed only here.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

/// A type that NumPy knows, all of whose bits are valid if they are zero.
pub(super) trait Item: Element + Copy {
    /// The type that Rust writes; a byte for each `bool`.
    type Written: Copy + Send;
}

impl Item for bool {
    type Written = u8;
}
impl Item for u8 {
    type Written = u8;
}
impl Item for i8 {
    type Written = i8;
}
impl Item for i32 {
    type Written = i32;
}
impl Item for f32 {
    type Written = f32;
}

/// A NumPy array that Rust writes.
pub(super) struct SharedArray<T: Item> {
    array: Py<PyArrayDyn<T>>,
    start: NonNull<T::Written>,
    length: usize,
    items: PhantomData<T>,
}

// SAFETY: The memory is reached through `&mut self` alone, see `as_mut_slice`.
unsafe impl<T: Item> Send for SharedArray<T> {}
// SAFETY: `&self` gives the Python object only, not the memory.
unsafe impl<T: Item> Sync for SharedArray<T> {}

impl<T: Item> SharedArray<T> {
    /// Returns an array of zeros.
    pub(super) fn new(py: Python<'_>, shape: &[usize]) -> PyResult<SharedArray<T>> {
        let failed = || PyMemoryError::new_err(format!("an array of shape {shape:?}"));
        let length = shape.iter().try_fold(1usize, |all, &size| all.checked_mul(size));
        let length = length.ok_or_else(failed)?;
        let memory = Memory::new(Layout::array::<T>(length).map_err(|_| failed())?)?;
        let start = memory.start;
        let memory = Bound::new(py, memory)?.into_any();
        // SAFETY: The memory has `length` zeroed items of `T`, aligned for it, and outlives the
        // view. Zero bits are a valid `T`.
        let view = unsafe { ArrayViewD::from_shape_ptr(IxDyn(shape), start.as_ptr().cast::<T>()) };
        // SAFETY: The array keeps `memory` alive, which does not move or free its bytes before.
        let array = unsafe { PyArrayDyn::borrow_from_array(&view, memory) };
        array.call_method1("setflags", (false,))?;
        Ok(SharedArray { array: array.unbind(), start: start.cast(), length, items: PhantomData })
    }

    /// The NumPy array.
    pub(super) fn array(&self, py: Python<'_>) -> Py<PyArrayDyn<T>> {
        self.array.clone_ref(py)
    }

    /// Returns the items for writing.
    pub(super) fn as_mut_slice(&mut self) -> &mut [T::Written] {
        // SAFETY: `self.array` keeps the memory alive. Its items have the size and alignment of
        // `Written`, and every value that is written is a valid `T` (`bool` gets 0 or 1). No other
        // Rust code of this crate refers to the memory: arrays that Python hands back are copied.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }
}
