export interface PageEntry {
  /** The page; for a gap, the page before it. */
  page: number
  gap: boolean
}

/** The pages to link: the first, the last, and the neighbours of this one, with gaps between. */
export const pageWindow = (page: number, pages: number): PageEntry[] => {
  const shown = new Set(
    [1, page - 1, page, page + 1, pages].filter((candidate) => candidate >= 1 && candidate <= pages),
  )
  const entries: PageEntry[] = []
  let last = 0
  for (const entry of [...shown].sort((a, b) => a - b)) {
    // A gap of one page would hide just that page, so show it.
    if (entry - last === 2) entries.push({ page: entry - 1, gap: false })
    if (entry - last > 2) entries.push({ page: last, gap: true })
    entries.push({ page: entry, gap: false })
    last = entry
  }
  return entries
}
