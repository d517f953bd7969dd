import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'

interface SheetHandleProps {
  /** The sheet is to cover the map: a press, or a pull upwards. */
  onUp: () => void
  label: string
  className?: string
}

const pull_px = 32

/** The handle of the list's sheet over the map. */
export function SheetHandle({ onUp, label, className }: SheetHandleProps) {
  const from = useRef<number>(undefined)
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onUp}
      onPointerDown={(event) => {
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerUp={(event) => {
        if (from.current !== undefined && from.current - event.clientY > pull_px) onUp()
        from.current = undefined
      }}
      className={cx('sticky top-0 z-20 grid h-6 w-full touch-none place-items-center bg-paper', className)}
    >
      <span className="h-1 w-10 rounded-full bg-edge/50" />
    </button>
  )
}
