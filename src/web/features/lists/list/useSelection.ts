import { type RefObject, useEffect, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { ownKey } from '../shortcutSetting.ts'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects exactly these. */
  replace: (ids: readonly string[]) => void
}

/**
 * The rows that somebody has selected, across the pages of a list. The table knows those of its page alone. With `x` the
 * focused row is selected, with Shift+x all rows from the last selected one to it.
 */
export function useSelection(scroller: RefObject<HTMLElement | null>, rows: readonly { id: string }[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const toggle = (id: string) => {
    last.current = id
    setIds((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  useEffect(() => {
    const focused = () => {
      const row = document.activeElement?.closest('[data-row]')
      if (row === null || row === undefined || scroller.current?.contains(row) !== true) return undefined
      return Number(row.getAttribute('data-row'))
    }
    const selectFocused = ({ shiftKey }: KeyboardEvent) => {
      const at = focused()
      if (!shiftKey && at !== undefined && rows[at] !== undefined) toggle(rows[at].id)
    }
    const selectUpTo = () => {
      const at = focused()
      const from = rows.findIndex(({ id }) => id === last.current)
      if (at === undefined) return
      const [first, end] = from === -1 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
      setIds((before) => new Set([...before, ...rows.slice(first, end + 1).map(({ id }) => id)]))
    }
    return tinykeys(window, { x: ownKey(selectFocused), 'Shift+X': ownKey(selectUpTo) })
  }, [rows, scroller])
  return { ids, toggle, replace: (next) => setIds(new Set(next)) }
}
