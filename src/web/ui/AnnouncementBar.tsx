import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

const tones = { info: 'bg-act-soft', warning: 'bg-few-soft', urgent: 'bg-bad-soft' } as const

interface AnnouncementBarProps {
  severity: keyof typeof tones
  /** A page of Parkwell or an https address that the whole text leads to. */
  link: string | null
  children: ReactNode
  /** The name of the button that closes it; none without. */
  closeLabel?: string
  onClose?: () => void
  className?: string
}

/** An announcement in one line, as the pages of the site have it in their HTML (`server/rendering/page.ts`). */
export function AnnouncementBar({ severity, link, children, closeLabel, onClose, className }: AnnouncementBarProps) {
  return (
    <div
      className={cx(
        tones[severity],
        'flex items-center justify-center gap-2.5 px-4 py-0.5 text-sm font-medium text-ink print:hidden',
        className,
      )}
    >
      <p className="min-w-0 py-1.5 wrap-anywhere">
        {link === null ? (
          children
        ) : (
          <a href={link} className="underline underline-offset-4">
            {children}
          </a>
        )}
      </p>
      {onClose !== undefined && (
        <IconButton label={closeLabel ?? ''} icon={<X aria-hidden="true" className="size-4" />} onClick={onClose} />
      )}
    </div>
  )
}
