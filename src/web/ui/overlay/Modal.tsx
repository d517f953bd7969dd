import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface ModalProps {
  /** Escape or a press outside; the caller unmounts the modal. */
  onClosed: () => void
  /** False if it must be answered: then neither Escape nor a press outside closes it. */
  dismissible?: boolean
  /** Accessible name; left out where the content has a `ModalTitle`. */
  label?: string
  /** The element that takes the focus; the first button or link by default. */
  initialFocus?: () => HTMLElement | null
  /** Position, size and colours. */
  className: string
  children: ReactNode
}

/** A modal without a style of its own, open while mounted. For a card or a sheet use Dialog. */
export function Modal({ onClosed, dismissible = true, label, initialFocus, className, children }: ModalProps) {
  return (
    <Base.Root
      open
      disablePointerDismissal={!dismissible}
      onOpenChange={(_open, { cancel }) => {
        if (dismissible) onClosed()
        else cancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus ?? true}
          className={cx('fixed inset-y-0 right-0 z-50 overflow-y-auto overscroll-contain outline-none', className)}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export const ModalTitle = Base.Title
