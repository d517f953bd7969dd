import { newId } from '#server/database/ids.ts'

/** What was chosen of an item. Extras are in the order of their ids; `parent_id` is the line that it was added to. */
export interface LineChoice {
  item_id: string
  variation_id: string | null
  extra_ids: readonly string[]
  note: string
  parent_id: string | null
}

/** A line of a cart. `seen_unit_minor` is what one cost with all taxes when the customer last accepted it. */
export type StoredLine = LineChoice & { id: string; quantity: number; seen_unit_minor: bigint }

/** At most this many lines. */
export const maxLines = 50
/** Of one line; of an item over all its lines at most what the item says. */
const maxQuantity = 99

const isSame = (a: LineChoice, b: LineChoice): boolean =>
  a.item_id === b.item_id &&
  a.variation_id === b.variation_id &&
  a.note === b.note &&
  a.parent_id === b.parent_id &&
  a.extra_ids.join() === b.extra_ids.join()

/** How many of an item there are over all lines. */
export const countItem = (lines: readonly StoredLine[], item_id: string): number =>
  lines.filter((line) => line.item_id === item_id).reduce((sum, { quantity }) => sum + quantity, 0)

/** Adds to the line with the same choice, or as a new one; `line` is the one that it is in now. */
export function addLine(
  lines: readonly StoredLine[],
  added: Omit<StoredLine, 'id'>,
): { lines: StoredLine[]; line: StoredLine } {
  const old = lines.find((line) => isSame(line, added))
  if (old === undefined) {
    const line = { ...added, id: newId() }
    return { lines: [...lines, line], line }
  }
  const { seen_unit_minor } = added
  const line = { ...old, quantity: Math.min(maxQuantity, old.quantity + added.quantity), seen_unit_minor }
  return { lines: lines.map((entry) => (entry === old ? line : entry)), line }
}

/** Removes a line with what was added to it. */
export const removeLine = (lines: readonly StoredLine[], id: string): StoredLine[] =>
  lines.filter((line) => line.id !== id && line.parent_id !== id)

/** Changes a line; if another has the same choice then, they become one, with what was added to both. */
export function changeLine(
  lines: readonly StoredLine[],
  id: string,
  change: Partial<Pick<StoredLine, 'quantity' | 'note' | 'variation_id' | 'extra_ids' | 'seen_unit_minor'>>,
): StoredLine[] {
  const changed = lines.map((line) => (line.id === id ? { ...line, ...change } : line))
  const own = changed.find((line) => line.id === id)
  const equal = own && changed.find((line) => line.id !== id && isSame(line, own))
  if (own === undefined || equal === undefined) return changed
  const children = changed.filter((line) => line.parent_id === id)
  const rest = changed.filter((line) => line.id !== id && line.parent_id !== id)
  const { lines: joined } = addLine(rest, { ...equal, quantity: own.quantity, seen_unit_minor: own.seen_unit_minor })
  return children.reduce<StoredLine[]>((all, child) => addLine(all, { ...child, parent_id: equal.id }).lines, joined)
}

/**
 * Adds the lines of another cart as far as the limits allow: `mostOf` says how many of an item there may be. `left_out` are
 * the items of which not all fitted.
 */
export function mergeLines(
  lines: readonly StoredLine[],
  others: readonly StoredLine[],
  mostOf: (item_id: string) => number,
): { lines: StoredLine[]; left_out: Set<string> } {
  let merged = [...lines]
  const left_out = new Set<string>()
  const newIds = new Map<string, string>()
  // Lines to which others were added first.
  for (const other of others.toSorted((a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null))) {
    const parent_id = other.parent_id === null ? null : newIds.get(other.parent_id)
    if (parent_id === undefined) {
      left_out.add(other.item_id)
      continue
    }
    const equal = merged.find((line) => isSame(line, { ...other, parent_id }))
    const room = Math.min(
      other.quantity,
      mostOf(other.item_id) - countItem(merged, other.item_id),
      maxQuantity - (equal?.quantity ?? 0),
    )
    if (room < other.quantity) left_out.add(other.item_id)
    if (room < 1 || (equal === undefined && merged.length >= maxLines)) {
      left_out.add(other.item_id)
      if (equal !== undefined) newIds.set(other.id, equal.id)
      continue
    }
    const added = addLine(merged, { ...other, parent_id, quantity: room })
    merged = added.lines
    newIds.set(other.id, added.line.id)
  }
  return { lines: merged, left_out }
}
