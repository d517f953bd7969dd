import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type NoticeTone = 'info' | 'warning' | 'error' | 'success'

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** A way on: a button or a link. */
  action?: ReactNode
  /** Announces itself when it appears: what came after the page was read. Errors always do. */
  live?: boolean
  className?: string
}

const looks = {
  info: { box: 'bg-act-soft', icon: 'text-act', Icon: Info },
  warning: { box: 'bg-few-soft', icon: 'text-few', Icon: TriangleAlert },
  error: { box: 'bg-bad-soft', icon: 'text-bad', Icon: CircleAlert },
  success: { box: 'bg-free-soft', icon: 'text-free', Icon: CircleCheck },
}

/** A word about the page, in the page. */
export function Notice({ tone = 'info', title, children, action, live, className }: NoticeProps) {
  const { box, icon, Icon } = looks[tone]
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
