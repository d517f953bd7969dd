import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface TicketCardProps {
  /** Above the perforation. */
  head: ReactNode
  /** Below it. */
  children: ReactNode
  /** `spent` for past or cancelled bookings. */
  tone?: 'night' | 'spent'
  className?: string
}

const tones = {
  night: { ground: 'bg-night', text: 'on-night', dash: 'border-night-line', bays: true },
  spent: { ground: 'bg-full-soft', text: 'text-ink', dash: 'border-edge', bays: false },
}

/** A card in the shape of a ticket, with a perforation between its two parts. */
export function TicketCard({ head, children, tone = 'night', className }: TicketCardProps) {
  const style = tones[tone]
  return (
    <div className={cx('isolate', style.text, className)}>
      <div className={cx('relative overflow-hidden rounded-t-2xl px-5 pt-5 pb-3 sm:px-6 sm:pt-6', style.ground)}>
        {style.bays && <span aria-hidden="true" className="bay-corner" />}
        <div className="relative">{head}</div>
      </div>
      <div aria-hidden="true" className={cx('ticket-notch flex h-6 items-center px-5', style.ground)}>
        <span className={cx('flex-1 border-t-2 border-dashed', style.dash)} />
      </div>
      <div className={cx('rounded-b-2xl px-5 pt-2 pb-5 sm:px-6 sm:pb-6', style.ground)}>{children}</div>
    </div>
  )
}
