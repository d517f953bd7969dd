/**
 * Rows stand in the order of the curve; each 16 of them are a leaf, each 4 nodes a node above. A node is a level and a
 * place in it: its rows and its children follow from these, and only its boxes are kept.
 */
export const leafRows = 16
export const fan = 4
export const leafBits = 4
export const fanBits = 2

/** How many nodes each level has, leaves first; the last has one. */
export function levelsOf(size: number): number[] {
  const levels: number[] = []
  for (let nodes = Math.ceil(size / leafRows); nodes > 0; nodes = nodes === 1 ? 0 : Math.ceil(nodes / fan))
    levels.push(nodes)
  return levels
}

/** The first node of each level, counted through all of them. */
export function firstNodes(size: number): number[] {
  let sum = 0
  return levelsOf(size).map((nodes) => (sum += nodes) - nodes)
}

export const rowsBits = (level: number): number => leafBits + fanBits * level
export const childrenOf = (place: number): number => place << fanBits
