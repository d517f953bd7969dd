type Query = Record<string, string | number | null | undefined>

/** The blog's RSS. */
export const feedAddress = '/blog/rss.xml'

/** A path with the fields of `query` that have a value. */
export function addressOf(path: string, query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}
