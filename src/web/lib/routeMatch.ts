const split = (path: string): string[] => path.split('/').filter(Boolean)

/** As React Router ranks: a word before a parameter, and either before what takes all. */
const rankOf = (piece: string): number => (piece === '*' ? -2 : piece.startsWith(':') ? 3 : 10)

const decode = (piece: string): string => {
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

/**
 * The pattern that an address's path has, by its place among them, with its parameters decoded; undefined for none. Capital
 * letters and slashes at the end do not count.
 */
export function matchPath(
  patterns: readonly string[],
  pathname: string,
): { index: number; params: Record<string, string> } | undefined {
  const parts = split(pathname).map(decode)
  let best: { index: number; rank: number; params: Record<string, string> } | undefined
  for (const [index, pattern] of patterns.entries()) {
    const pieces = split(pattern)
    const params = paramsOf(pieces, parts)
    const rank = pieces.reduce((sum, piece) => sum + rankOf(piece), pieces.length)
    if (params !== undefined && (best === undefined || rank > best.rank)) best = { index, rank, params }
  }
  return best && { index: best.index, params: best.params }
}

function paramsOf(pieces: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  const isOpen = pieces.at(-1) === '*'
  if (isOpen ? parts.length < pieces.length - 1 : parts.length !== pieces.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, piece] of pieces.entries()) {
    if (piece === '*') params['*'] = parts.slice(at).join('/')
    else if (piece.startsWith(':')) params[piece.slice(1)] = parts[at]!
    else if (piece.toLowerCase() !== parts[at]!.toLowerCase()) return undefined
  }
  return params
}

/** Whether a path is that of a link, or below it where `end` does not want it exactly. */
export function isInside(pathname: string, link: string, end: boolean): boolean {
  const [path, own] = [pathname.toLowerCase(), link.toLowerCase()]
  if (path === own) return true
  const edge = own !== '/' && own.endsWith('/') ? own.length - 1 : own.length
  return !end && path.startsWith(own) && path[edge] === '/'
}
