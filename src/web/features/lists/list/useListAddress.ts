import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { ListParams } from '../api.ts'
import { useBranchChoice } from '../branchChoice.ts'

const ownNames = ['page', 'size', 'sort', 'search', 'state', 'columns', 'at_branch'] as const

/** The names that a list understands in its address. */
function listNames({ filters }: DeskListDescription): string[] {
  return [
    ...ownNames,
    ...Object.entries(filters).flatMap(([key, { kind }]) => (kind === 'days' ? [`${key}_from`, `${key}_to`] : [key])),
  ]
}

export interface ListAddress {
  /** What the server is asked for. */
  params: ListParams
  columns: readonly string[]
  /** Whether the address names the columns: the person, or a saved view, has chosen them. */
  hasOwnColumns: boolean
  sort: string
  /** Filters that the place of the list decides, and that nobody can change there. */
  fixed: ListParams
  /** Whether a search or a filter narrows the list. */
  isNarrowed: boolean
  /** Changes the address; an empty text removes a name. Everything but a page leads to the first page. */
  show: (change: Record<string, string>) => void
  hrefFor: (page: number) => string
}

const nothingFixed: ListParams = {}

/** The state of a list, all of it in the address: links, reloads, back and forward show the same list. */
export function useListAddress(list: DeskListDescription, fixed: ListParams = nothingFixed): ListAddress {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const names = useMemo(() => listNames(list), [list])
  const given = useMemo(
    () => Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : []))),
    [names, search],
  )
  const show = useCallback(
    (change: Record<string, string>) => {
      setSearch((before) => {
        const next = new URLSearchParams(before)
        if (change['page'] === undefined) next.delete('page')
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      })
    },
    [setSearch],
  )
  const shown = Object.keys(list.columns).filter((key) => list.columns[key]!.extra !== true)
  const columns = given['columns']?.split(',').filter((key) => key in list.columns) ?? shown
  const { columns: _columns, at_branch: _at_branch, ...filters } = given
  const { branch } = useBranchChoice()
  // The rows of one record are all at its place.
  const at_branch = fixed === nothingFixed ? branch : undefined
  useEffect(() => {
    if (at_branch === undefined || given['at_branch'] === at_branch) return
    setSearch((before) => new URLSearchParams([...before, ['at_branch', at_branch]]), { replace: true })
  }, [at_branch, given, setSearch])
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    fixed,
    params: {
      ...filters,
      ...fixed,
      ...(at_branch !== undefined && { at_branch }),
      ...(Object.keys(given).some((name) => /_(from|to)$/.test(name)) && { timezone }),
    },
    columns,
    hasOwnColumns: given['columns'] !== undefined,
    sort: given['sort'] ?? list.sort,
    isNarrowed: Object.keys(given).some((name) => !['page', 'size', 'sort', 'columns'].includes(name)),
    show,
    hrefFor: (page) => {
      const next = new URLSearchParams(search)
      if (page === 1) next.delete('page')
      else next.set('page', String(page))
      return `${pathname}${next.size === 0 ? '' : `?${next}`}`
    },
  }
}
