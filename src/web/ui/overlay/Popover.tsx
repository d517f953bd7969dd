import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

interface PopoverProps {
  /** A button element, which opens and closes the popover. */
  trigger: ReactElement<Record<string, unknown>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name. */
  label: string
  /** Takes the focus itself when it is mounted. */
  children: ReactNode
}

/** A small panel below its button, for controls that a menu cannot have. */
export function Popover({ trigger, open, onOpenChange, label, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={8} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            initialFocus={false}
            className="max-h-[min(28rem,var(--available-height))] w-[min(20rem,calc(100vw-1.5rem))] origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-xl border border-line bg-card p-1.5 text-ink shadow-float transition-[transform,opacity] duration-150 ease-out outline-none data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
