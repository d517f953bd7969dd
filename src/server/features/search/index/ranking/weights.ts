import type { HeaviestRows, Part } from '../storage/layout.ts'

/** Returns each row's position by descending weight. */
export function ranksOf(part: Part): Uint32Array {
  if (part.ranks !== undefined) return part.ranks
  const ranks = new Uint32Array(part.size)
  for (let rank = 0; rank < part.size; rank += 1) ranks[part.by_weight[rank]!] = rank
  return (part.ranks = ranks)
}

/** Share of rows, heaviest first, that is searched before the others. */
const heavyShare = 1 / 64

export function heaviestRowsOf(part: Part): HeaviestRows {
  if (part.heaviest_rows !== undefined) return part.heaviest_rows
  const { by_weight, terms, terms_at } = part
  const heavyCount = Math.floor(part.size * heavyShare)
  const ranks_at = new Uint32Array(part.letters_at.length)
  const eachTerm = (visit: (term: number, rank: number) => void) => {
    for (let rank = 0; rank < heavyCount; rank += 1) {
      const row = by_weight[rank]!
      for (let at = terms_at[row]!; at < terms_at[row + 1]!; at += 1) visit(terms[at]!, rank)
    }
  }
  eachTerm((term) => (ranks_at[term + 1]! += 1))
  for (let term = 1; term < ranks_at.length; term += 1) ranks_at[term]! += ranks_at[term - 1]!
  const ranks = new Uint32Array(ranks_at.at(-1)!)
  const next = ranks_at.slice()
  eachTerm((term, rank) => {
    ranks[next[term]!] = rank
    next[term]! += 1
  })
  return (part.heaviest_rows = { ranks, ranks_at })
}
