import { lazy, Suspense, useRef } from 'react'
import type { WindowDialogProps } from './WindowDialog.tsx'

export type WindowSide = 'arrive' | 'leave'

const load = () => import('./WindowDialog.tsx')
const WindowDialog = lazy(load)

/** Fetches the editor's code: for when a pointer or the focus comes near what opens it. */
export const preloadWindowDialog = (): void => void load()

/** The editor of a window, fetched when it is first opened; `editing` says which end of the window, undefined closes it. */
export function LazyWindowDialog({
  editing,
  ...props
}: Omit<WindowDialogProps, 'open' | 'side'> & { editing: WindowSide | undefined }) {
  const last = useRef<{ side: WindowSide; opening: number; open: boolean }>(undefined)
  const open = editing !== undefined
  if (open) {
    const { opening = 0, open: wasOpen = false } = last.current ?? {}
    last.current = { side: editing, opening: wasOpen ? opening : opening + 1, open }
  } else if (last.current) last.current.open = false
  if (last.current === undefined) return null
  // Each opening begins with the window as it is.
  return (
    <Suspense>
      <WindowDialog key={last.current.opening} {...props} open={open} side={last.current.side} />
    </Suspense>
  )
}
