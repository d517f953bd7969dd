import type { Part } from './layout.ts'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns a UUID as four 32-bit numbers, or undefined when the text is not a UUID. */
export function readId(id: string): [number, number, number, number] | undefined {
  if (!shape.test(id)) return undefined
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ]
}

export function idOf({ id }: Part, row: number): string {
  const hex = (word: number) => id[row * 4 + word]!.toString(16).padStart(8, '0')
  const b = hex(1)
  const c = hex(2)
  return `${hex(0)}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${hex(3)}`
}

/** Returns a negative number when the first id sorts before the second. */
export function compareIds(a: Part, aRow: number, b: Part, bRow: number): number {
  for (let word = 0; word < 4; word += 1) {
    const difference = a.id[aRow * 4 + word]! - b.id[bRow * 4 + word]!
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the row of an id unless it is deleted. */
export function findRow(part: Part, id: string): number | undefined {
  const idWords = readId(id)
  if (idWords === undefined) return undefined
  const compare = (row: number) => {
    for (let word = 0; word < 4; word += 1) {
      const difference = part.id[row * 4 + word]! - idWords[word]!
      if (difference !== 0) return difference
    }
    return 0
  }
  let low = 0
  let high = part.size - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const row = part.by_id[middle]!
    const order = compare(row)
    if (order === 0) return part.tombstones.has(row) ? undefined : row
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
