//! A dense row-major integer matrix in one piece of memory.

use crate::number::{Coeff, Run};

/// Rows of equal length, stored one after the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Matrix<T> {
    cols: usize,
    rows: usize,
    data: Vec<T>,
}

impl<T: Coeff> Matrix<T> {
    /// A matrix without rows.
    pub(crate) fn new(cols: usize) -> Matrix<T> {
        Matrix {
            cols,
            rows: 0,
            data: Vec::new(),
        }
    }

    pub(crate) fn with_capacity(cols: usize, rows: usize) -> Matrix<T> {
        Matrix {
            cols,
            rows: 0,
            data: Vec::with_capacity(cols * rows),
        }
    }

    /// A copy with room for so many more rows.
    pub(crate) fn clone_with_room(&self, rows: usize) -> Matrix<T> {
        let mut out = Matrix::with_capacity(self.cols, self.rows + rows);
        out.append(self);
        out
    }

    pub(crate) fn identity(n: usize) -> Matrix<T> {
        let mut m = Matrix::new(n);
        for i in 0..n {
            m.push_zero()[i] = T::one();
        }
        m
    }

    pub(crate) fn from_rows(cols: usize, rows: impl IntoIterator<Item = Vec<T>>) -> Matrix<T> {
        let mut m = Matrix::new(cols);
        for row in rows {
            m.push(&row);
        }
        m
    }

    #[inline]
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }
    #[inline]
    pub(crate) fn cols(&self) -> usize {
        self.cols
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.rows == 0
    }
    #[inline]
    pub(crate) fn row(&self, i: usize) -> &[T] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
    #[inline]
    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.data[i * self.cols..(i + 1) * self.cols]
    }
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &[T]> + Clone {
        (0..self.rows).map(move |i| self.row(i))
    }
    #[inline]
    pub(crate) fn get(&self, i: usize, j: usize) -> &T {
        &self.data[i * self.cols + j]
    }
    #[inline]
    pub(crate) fn set(&mut self, i: usize, j: usize, value: T) {
        self.data[i * self.cols + j] = value;
    }

    pub(crate) fn push(&mut self, row: &[T]) {
        assert_eq!(row.len(), self.cols, "row length is the matrix's width");
        self.data.extend_from_slice(row);
        self.rows += 1;
    }

    /// Appends a zero row and gives it out to be filled.
    pub(crate) fn push_zero(&mut self) -> &mut [T] {
        self.data.resize_with((self.rows + 1) * self.cols, T::zero);
        self.rows += 1;
        self.row_mut(self.rows - 1)
    }

    /// Inserts `count` zero rows before row `at`.
    pub(crate) fn insert_zero_rows(&mut self, at: usize, count: usize) {
        let (from, end) = (at * self.cols, self.data.len());
        self.data.resize_with(end + count * self.cols, T::zero);
        self.data[from..].rotate_right(count * self.cols);
        self.rows += count;
    }

    pub(crate) fn append(&mut self, other: &Matrix<T>) {
        assert_eq!(self.cols, other.cols);
        self.data.extend_from_slice(&other.data);
        self.rows += other.rows;
    }

    pub(crate) fn swap_rows(&mut self, i: usize, j: usize) {
        if i == j {
            return;
        }
        let (i, j) = (i.min(j), i.max(j));
        let (head, tail) = self.data.split_at_mut(j * self.cols);
        head[i * self.cols..(i + 1) * self.cols].swap_with_slice(&mut tail[..self.cols]);
    }

    /// Removes row `i` by moving the last row into its place.
    pub(crate) fn swap_remove(&mut self, i: usize) {
        self.swap_rows(i, self.rows - 1);
        self.truncate(self.rows - 1);
    }

    /// Removes row `i`, keeping the order of the others.
    pub(crate) fn remove(&mut self, i: usize) {
        self.data.drain(i * self.cols..(i + 1) * self.cols);
        self.rows -= 1;
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.data.truncate(rows * self.cols);
        self.rows = rows;
    }

    pub(crate) fn clear(&mut self) {
        self.truncate(0);
    }

    /// Keeps the rows for which `keep` holds.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(usize, &[T]) -> bool) {
        let mut to = 0;
        for i in 0..self.rows {
            if keep(i, self.row(i)) {
                self.swap_rows(to, i);
                to += 1;
            }
        }
        self.truncate(to);
    }

    /// Two different rows, the first to be changed.
    pub(crate) fn two_rows(&mut self, target: usize, source: usize) -> (&mut [T], &[T]) {
        let n = self.cols;
        if target < source {
            let (head, tail) = self.data.split_at_mut(source * n);
            (&mut head[target * n..(target + 1) * n], &tail[..n])
        } else {
            let (head, tail) = self.data.split_at_mut(target * n);
            (&mut tail[..n], &head[source * n..(source + 1) * n])
        }
    }

    /// `row[target] := a * row[target] + b * row[source]`.
    pub(crate) fn combine_rows(&mut self, target: usize, a: &T, source: usize, b: &T) -> Run<()> {
        let (dst, src) = self.two_rows(target, source);
        T::combine(dst, a, src, b)
    }

    /// Inserts `count` zero columns before column `at`.
    pub(crate) fn insert_cols(&mut self, at: usize, count: usize) {
        if count == 0 {
            return;
        }
        let (old, new) = (self.cols, self.cols + count);
        self.data.resize_with(new * self.rows, T::zero);
        // From the end, so that nothing is overwritten before it has moved.
        for i in (0..self.rows).rev() {
            for j in (at..old).rev() {
                self.data.swap(i * new + count + j, i * old + j);
            }
            if i > 0 {
                for j in (0..at).rev() {
                    self.data.swap(i * new + j, i * old + j);
                }
            }
            for j in at..at + count {
                self.data[i * new + j] = T::zero();
            }
        }
        self.cols = new;
    }

    /// Removes the columns `at..at + count`.
    pub(crate) fn drop_cols(&mut self, at: usize, count: usize) {
        if count == 0 {
            return;
        }
        let (old, new) = (self.cols, self.cols - count);
        for i in 0..self.rows {
            if i > 0 {
                for j in 0..at {
                    self.data.swap(i * new + j, i * old + j);
                }
            }
            for j in at..new {
                self.data.swap(i * new + j, i * old + j + count);
            }
        }
        self.data.truncate(new * self.rows);
        self.cols = new;
    }

    /// Every row with its columns in the order `order`: new column `j` is old column `order[j]`.
    pub(crate) fn select_cols(&self, order: &[usize]) -> Matrix<T> {
        let mut data = Vec::with_capacity(order.len() * self.rows);
        for row in self.iter() {
            data.extend(order.iter().map(|&j| row[j].clone()));
        }
        Matrix {
            cols: order.len(),
            rows: self.rows,
            data,
        }
    }

    /// The same matrix over another coefficient type.
    pub(crate) fn convert<U: Coeff>(&self, value: impl Fn(&T) -> Run<U>) -> Run<Matrix<U>> {
        let data = self.data.iter().map(value).collect::<Run<Vec<U>>>()?;
        Ok(Matrix {
            cols: self.cols,
            rows: self.rows,
            data,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_and_go_in_place() {
        let rows: Vec<Vec<i64>> = (0..3)
            .map(|i| (1..5).map(|j| 10 * i + j).collect())
            .collect();
        for at in 0..=4 {
            for count in 0..3 {
                let mut m = Matrix::from_rows(4, rows.clone());
                m.insert_cols(at, count);
                let wide = rows.iter().map(|row| {
                    let mut row = row.clone();
                    row.splice(at..at, vec![0; count]);
                    row
                });
                assert_eq!(m, Matrix::from_rows(4 + count, wide));
                m.drop_cols(at, count);
                assert_eq!(m, Matrix::from_rows(4, rows.clone()));
                if at + count <= 4 {
                    m.drop_cols(at, count);
                    let narrow = rows
                        .iter()
                        .map(|row| [&row[..at], &row[at + count..]].concat());
                    assert_eq!(m, Matrix::from_rows(4 - count, narrow));
                }
            }
        }
    }
}
