import { lazy, Suspense, useRef } from 'react'
import type { WindowDialogProps } from './WindowDialog.tsx'

export type WindowSide = 'arrive' | 'leave'

const load = () => import('./WindowDialog.tsx')
const WindowDialog = lazy(load)

/** Fetches the editor's code: for when a pointer or the focus comes near what opens it. */
export const preloadWindowDialog = (): void => void load()

/** The editor of a window, fetched when it is first opened; `editing` says which end of the window, undefined closes it. */
export function LazyWindowDialog({ editing, ...props }: Omit<WindowDialogProps, 'open' | 'side'> & { editing: WindowSide | undefined }) {
  const last = useRef<WindowSide>(undefined)
  if (editing !== undefined) last.current = editing
  if (last.current === undefined) return null
  return (
    <Suspense>
      <WindowDialog {...props} open={editing !== undefined} side={last.current} />
    </Suspense>
  )
}
