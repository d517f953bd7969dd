import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../IconButton.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Buttons that stay visible while the content scrolls. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** On a phone: a bottom sheet (default) or full screen. */
  phone?: 'sheet' | 'full'
  /** If false, neither a press outside nor Escape closes it, and there is no close button. */
  dismissible?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }

/** A modal dialog: a card on wide screens, a bottom sheet on phones. Large, so load its users lazily. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  footer,
  size = 'sm',
  phone = 'sheet',
  dismissible = true,
  initialFocus,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, { reason, cancel }) => {
        if (!dismissible && reason === 'escape-key') cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid items-end justify-items-center sm:items-center sm:p-6">
          <Base.Popup
            {...(initialFocus && { initialFocus })}
            className={cx(
              'flex w-full flex-col overflow-hidden bg-card text-ink shadow-float outline-none',
              'transition-[transform,opacity] duration-250 ease-out',
              phone === 'sheet' ? 'max-h-[92dvh] rounded-t-2xl' : 'h-dvh',
              'data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0',
              'sm:h-auto sm:max-h-[calc(100dvh-3rem)] sm:rounded-2xl',
              // Zoomed in or with the keyboard open there is no room for a fixed footer, so everything scrolls.
              '[@media(height<26rem)]:overflow-y-auto',
              widths[size],
            )}
          >
            {phone === 'sheet' && (
              <span className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden" aria-hidden="true" />
            )}
            <header className="flex items-start gap-3 px-5 pt-4 sm:px-6 sm:pt-6">
              <div className="min-w-0 flex-1 pb-1">
                <Base.Title className="text-lg sm:text-xl">{title}</Base.Title>
                {description && <Base.Description className="mt-1 text-ink-2">{description}</Base.Description>}
              </div>
              {dismissible && (
                <Base.Close
                  render={<IconButton label={closeLabel} icon={<X aria-hidden="true" />} className="-mt-2 -mr-2.5" />}
                />
              )}
            </header>
            <div
              className={cx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 sm:px-6 [@media(height<26rem)]:flex-none [@media(height<26rem)]:overflow-visible',
                !footer && 'safe-bottom',
              )}
            >
              {children}
            </div>
            {footer && (
              <footer className="flex flex-col-reverse gap-2.5 border-t border-line px-5 pt-3.5 safe-bottom sm:flex-row sm:justify-end sm:px-6">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
