import type { Selection } from '../storage/layout.ts'
import { lowerBound } from '../storage/tombstones.ts'

export class AllRows implements Selection {
  readonly size: number
  constructor(size: number) {
    this.size = size
  }
  has(): boolean {
    return true
  }
  count(from: number, to: number): number {
    return to - from
  }
  each(from: number, to: number, visit: (row: number) => boolean | void): void {
    for (let row = from; row < to; row += 1) if (visit(row) === true) return
  }
  first(from: number, to: number): number {
    return from < to ? from : -1
  }
}

/** Tests each row when needed instead of selecting in advance; for queries that visit few rows. */
export class TestedRows implements Selection {
  readonly size: number
  readonly has: (row: number) => boolean
  constructor(size: number, has: (row: number) => boolean) {
    this.size = size
    this.has = has
  }
  count(from: number, to: number): number {
    let count = 0
    for (let row = from; row < to; row += 1) if (this.has(row)) count += 1
    return count
  }
  each(from: number, to: number, visit: (row: number) => boolean | void): void {
    for (let row = from; row < to; row += 1) if (this.has(row) && visit(row) === true) return
  }
  first(from: number, to: number): number {
    for (let row = from; row < to; row += 1) if (this.has(row)) return row
    return -1
  }
}

/** A small selection as sorted row numbers. */
export class RowList implements Selection {
  readonly rows: Uint32Array
  readonly size: number
  constructor(rows: Uint32Array) {
    this.rows = rows
    this.size = rows.length
  }
  has(row: number): boolean {
    return this.rows[lowerBound(this.rows, row)] === row
  }
  count(from: number, to: number): number {
    const first = lowerBound(this.rows, from)
    return lowerBound(this.rows, to, first) - first
  }
  each(from: number, to: number, visit: (row: number) => boolean | void): void {
    for (let at = lowerBound(this.rows, from); at < this.size && this.rows[at]! < to; at += 1)
      if (visit(this.rows[at]!) === true) return
  }
  first(from: number, to: number): number {
    const row = this.rows[lowerBound(this.rows, from)]
    return row !== undefined && row < to ? row : -1
  }
}

/** A large selection as a bitmap. Prefix counts per four 32-bit words are computed on first use. */
export class RowBitmap implements Selection {
  readonly bits: Uint32Array
  readonly size: number
  #before: Uint32Array | undefined
  constructor(bits: Uint32Array, size: number) {
    this.bits = bits
    this.size = size
  }
  has(row: number): boolean {
    return ((this.bits[row >>> 5]! >>> (row & 31)) & 1) === 1
  }
  count(from: number, to: number): number {
    return this.#until(to) - this.#until(from)
  }
  each(from: number, to: number, visit: (row: number) => boolean | void): void {
    for (let word = from >>> 5; word * 32 < to; word += 1) {
      let left = this.bits[word]!
      if (word === from >>> 5) left &= -1 << (from & 31)
      while (left !== 0) {
        const row = word * 32 + 31 - Math.clz32(left & -left)
        if (row >= to || visit(row) === true) return
        left &= left - 1
      }
    }
  }
  first(from: number, to: number): number {
    for (let word = from >>> 5; word * 32 < to; word += 1) {
      let left = this.bits[word]!
      if (word === from >>> 5) left &= -1 << (from & 31)
      if (left === 0) continue
      const row = word * 32 + 31 - Math.clz32(left & -left)
      return row < to ? row : -1
    }
    return -1
  }
  #until(row: number): number {
    const before = (this.#before ??= countsBefore(this.bits))
    let count = before[row >>> 7]!
    const last = row >>> 5
    for (let word = last & ~3; word < last; word += 1) count += countBits(this.bits[word]!)
    const rest = row & 31
    return rest === 0 ? count : count + countBits(this.bits[last]! & ((1 << rest) - 1))
  }
}

function countsBefore(bits: Uint32Array): Uint32Array {
  const before = new Uint32Array((bits.length >>> 2) + 1)
  let sum = 0
  for (let word = 0; word < bits.length; word += 1) {
    if ((word & 3) === 0) before[word >>> 2] = sum
    sum += countBits(bits[word]!)
  }
  if ((bits.length & 3) === 0) before[bits.length >>> 2] = sum
  return before
}

export const bitmapWords = (rows: number): number => (rows + 31) >>> 5

/** Marks rows and returns how many were not marked before. */
export function markAll(bits: Uint32Array, rows: Uint32Array): number {
  let marked = 0
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!
    const word = bits[row >>> 5]!
    marked += 1 - ((word >>> (row & 31)) & 1)
    bits[row >>> 5] = word | (1 << (row & 31))
  }
  return marked
}

/** Returns a list when few of the `size` rows are marked, so that iteration skips empty words; else the bitmap. */
export const compact = (bits: Uint32Array, size: number): Selection =>
  size * 64 > bits.length * 32 ? new RowBitmap(bits, size) : new RowList(rowsIn(bits, size))

/** Returns the marked row numbers. */
export function rowsIn(bits: Uint32Array, size: number): Uint32Array {
  const rows = new Uint32Array(size)
  let at = 0
  for (let word = 0; at < size; word += 1) {
    for (let left = bits[word]!; left !== 0; left &= left - 1) {
      rows[at] = word * 32 + 31 - Math.clz32(left & -left)
      at += 1
    }
  }
  return rows
}

export function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x5555_5555)
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
