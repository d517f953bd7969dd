type Query = Record<string, string | number | null | undefined>

/** The blog's RSS. */
export const feedAddress = '/blog/rss.xml'

/** A path with what is told of `query`. */
export function addressOf(path: string, query: Query = {}): string {
  const told = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return told.length === 0 ? path : `${path}?${new URLSearchParams(told).toString()}`
}
