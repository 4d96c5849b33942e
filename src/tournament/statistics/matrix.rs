//! The operations on square matrices that ratings and regressions need.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    rows: usize,
    /// The entries in row-major order.
    entries: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.rows + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.rows + column]
    }
}

impl Matrix {
    /// Creates a matrix of equal entries.
    pub(super) fn filled(rows: usize, entry: f64) -> Self {
        Self { rows, entries: vec![entry; rows * rows] }
    }

    /// Creates a matrix from a function of row and column.
    fn from_fn(rows: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let indices = (0..rows).flat_map(|row| (0..rows).map(move |column| (row, column)));
        Self { rows, entries: indices.map(|(row, column)| entry(row, column)).collect() }
    }

    /// Adds w·(eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ: the covariance of a quantity with variance w that i gains and j
    /// loses.
    pub(super) fn add_exchange(&mut self, (i, j): (usize, usize), weight: f64) {
        self[(i, i)] += weight;
        self[(j, j)] += weight;
        self[(i, j)] -= weight;
        self[(j, i)] -= weight;
    }

    /// Returns the product with another matrix.
    pub(super) fn times(&self, other: &Self) -> Self {
        Self::from_fn(self.rows, |row, column| {
            (0..self.rows).map(|k| self[(row, k)] * other[(k, column)]).sum()
        })
    }

    /// Returns the product with a vector.
    pub(super) fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let row = |entries: &[f64]| entries.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.entries.chunks_exact(self.rows).map(row).collect()
    }

    /// Returns the inverse of a symmetric, positive definite matrix by Gauss-Jordan elimination,
    /// which is stable without pivoting for such matrices.
    pub(super) fn inverse(mut self) -> Self {
        for pivot in 0..self.rows {
            let divisor = self[(pivot, pivot)];
            self[(pivot, pivot)] = 1.0;
            (0..self.rows).for_each(|column| self[(pivot, column)] /= divisor);
            for row in (0..self.rows).filter(|&row| row != pivot) {
                let factor = std::mem::take(&mut self[(row, pivot)]);
                for column in 0..self.rows {
                    self[(row, column)] -= factor * self[(pivot, column)];
                }
            }
        }
        self
    }
}
