import { lazy, Suspense, useRef } from 'react'
import type { WindowDialogProps } from './WindowDialog.tsx'

export type WindowSide = 'arrive' | 'leave'

const load = () => import('./WindowDialog.tsx')
const WindowDialog = lazy(load)

/** Loads the dialog's code when the pointer or the focus reaches a control that opens it. */
export const preloadWindowDialog = (): void => void load()

/** The window dialog, loaded when first opened. `editing` is the end that gets the focus; undefined closes it. */
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
  // A new key for each opening resets the dialog to the current window.
  return (
    <Suspense>
      <WindowDialog key={last.current.opening} {...props} open={open} side={last.current.side} />
    </Suspense>
  )
}
