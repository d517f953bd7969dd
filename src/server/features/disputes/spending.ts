/** A movement of a wallet: above zero it comes in. `source` is the movement that a debit belongs to, where that is known. */
export interface Movement {
  id: string
  amount_minor: bigint
  source?: string | undefined
}

/**
 * Returns how much each debit of a wallet spent of what came in with the movement `id`. A debit spends its own source first, then
 * what has been in the wallet longest.
 */
export function attributeSpending(movements: readonly Movement[], id: string): Map<string, bigint> {
  const left = new Map<string, bigint>()
  const spent = new Map<string, bigint>()
  for (const movement of movements) {
    if (movement.amount_minor > 0n) {
      left.set(movement.id, movement.amount_minor)
      continue
    }
    let open = -movement.amount_minor
    const own = movement.source !== undefined && left.has(movement.source) ? [movement.source] : []
    for (const source of [...own, ...left.keys()]) {
      if (open === 0n) break
      const available = left.get(source) ?? 0n
      const taken = available < open ? available : open
      if (taken === 0n) continue
      open -= taken
      if (taken === available) left.delete(source)
      else left.set(source, available - taken)
      if (source === id) spent.set(movement.id, taken)
    }
  }
  return spent
}
