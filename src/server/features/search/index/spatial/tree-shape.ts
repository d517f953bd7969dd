/**
 * Rows are in curve order: 16 rows form a leaf and 4 nodes a parent. A node is a level and an index, which give its
 * rows and children; only its boxes are stored.
 */
export const leafRows = 16
export const fan = 4
export const leafBits = 4
export const fanBits = 2

/** Returns the number of nodes per level, leaves first; the last level has one. */
export function levelsOf(size: number): number[] {
  const levels: number[] = []
  for (let nodes = Math.ceil(size / leafRows); nodes > 0; nodes = nodes === 1 ? 0 : Math.ceil(nodes / fan))
    levels.push(nodes)
  return levels
}

/** Returns the number of each level's first node, counted through all levels. */
export function firstNodes(size: number): number[] {
  let sum = 0
  return levelsOf(size).map((nodes) => (sum += nodes) - nodes)
}

export const rowsBits = (level: number): number => leafBits + fanBits * level
export const childrenOf = (place: number): number => place << fanBits
