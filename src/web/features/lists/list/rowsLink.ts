import type { DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { paths } from '#web/paths.ts'

/** The address of the list that shows what a row of a report sums up; undefined for those who may not open it. */
export function rowsLink(
  { report }: Pick<DeskListDescription, 'report'>,
  row: DeskRow,
  search: URLSearchParams,
  permissions: readonly string[],
): string | undefined {
  const { rows, period } = report ?? {}
  const read = (name: string) => row[name] as string | null
  const target = rows?.to[rows.by === undefined ? '' : (read(rows.by) ?? '')]
  if (target === undefined || !permissions.includes(target.permission)) return undefined
  const next = new URLSearchParams()
  for (const end of ['from', 'to'])
    if (target.period !== undefined && search.get(`${period}_${end}`) !== null)
      next.set(`${target.period}_${end}`, search.get(`${period}_${end}`)!)
  for (const [filter, column] of Object.entries(target.filters)) {
    const value = read(column)
    if (value !== null && value !== '') next.set(filter, value)
  }
  return `${paths.desk(target.list)}?${next}`
}
