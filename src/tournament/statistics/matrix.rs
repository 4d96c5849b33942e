//! Square matrices, as far as ratings need them.

use std::ops::{Index, IndexMut};

/// A square matrix of a few dozen rows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    rows: usize,
    /// Row after row.
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
    /// A matrix of equal entries.
    pub fn filled(rows: usize, entry: f64) -> Self {
        Self { rows, entries: vec![entry; rows * rows] }
    }

    /// A matrix with its entries from a function of row and column.
    fn from_fn(rows: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..rows).flat_map(|row| (0..rows).map(move |column| (row, column)));
        Self { rows, entries: places.map(|(row, column)| entry(row, column)).collect() }
    }

    /// Adds w·(eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ: what a quantity that i gains and j loses, with variance w, adds
    /// to the covariances.
    pub fn add_exchange(&mut self, (i, j): (usize, usize), weight: f64) {
        self[(i, i)] += weight;
        self[(j, j)] += weight;
        self[(i, j)] -= weight;
        self[(j, i)] -= weight;
    }

    /// The product with another matrix.
    pub fn times(&self, other: &Self) -> Self {
        Self::from_fn(self.rows, |row, column| {
            (0..self.rows).map(|k| self[(row, k)] * other[(k, column)]).sum()
        })
    }

    /// The product with a vector.
    pub fn times_vector(&self, vector: &[f64]) -> Vec<f64> {
        let row = |entries: &[f64]| entries.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.entries.chunks_exact(self.rows).map(row).collect()
    }

    /// The inverse of a symmetric, positive definite matrix, by Gauss and Jordan's elimination,
    /// which for such a matrix is stable without looking for pivots.
    pub fn inverse(mut self) -> Self {
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
