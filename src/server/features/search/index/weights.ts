import type { Part } from './layout.ts'

/** The place of each row in the order by weight. */
export function ranksOf(part: Part): Uint32Array {
  if (part.ranks !== undefined) return part.ranks
  const ranks = new Uint32Array(part.size)
  for (let rank = 0; rank < part.size; rank += 1) ranks[part.by_weight[rank]!] = rank
  return (part.ranks = ranks)
}

/** Such a share of all rows, the heaviest, is looked at before the others. */
const heavyShare = 1 / 64

/** Of each term the places of its rows among the heaviest, in order. */
export type Heavy = { ranks: Uint32Array; ranks_at: Uint32Array }

export function heavyOf(part: Part): Heavy {
  if (part.heavy !== undefined) return part.heavy
  const { by_weight, terms, terms_at } = part
  const most = Math.floor(part.size * heavyShare)
  const ranks_at = new Uint32Array(part.letters_at.length)
  const eachTerm = (visit: (term: number, rank: number) => void) => {
    for (let rank = 0; rank < most; rank += 1) {
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
  return (part.heavy = { ranks, ranks_at })
}
