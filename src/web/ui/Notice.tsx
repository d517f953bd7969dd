import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type NoticeTone = 'info' | 'warning' | 'error' | 'success'

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** A button or a link. */
  action?: ReactNode
  /** Announced when it appears. Errors always are. */
  live?: boolean
  className?: string
}

const toneStyles = {
  info: { box: 'bg-act-soft', icon: 'text-act', Icon: Info },
  warning: { box: 'bg-few-soft', icon: 'text-few', Icon: TriangleAlert },
  error: { box: 'bg-bad-soft', icon: 'text-bad', Icon: CircleAlert },
  success: { box: 'bg-free-soft', icon: 'text-free', Icon: CircleCheck },
}

/** A message within the page. */
export function Notice({ tone = 'info', title, children, action, live, className }: NoticeProps) {
  const { box, icon, Icon } = toneStyles[tone]
  const role = tone === 'error' ? 'alert' : live ? 'status' : undefined
  return (
    <div role={role} className={cx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3', box, className)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', icon)} />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-base text-ink">{children}</div>}
      </div>
      {action}
    </div>
  )
}
