import { Check, X } from 'lucide-react'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'

const ended: ReadonlySet<DocumentDetails['status']> = new Set([
  'cancelled',
  'rejected',
  'refunded',
  'inspection_failed',
])

/** The states that a request has passed with their times. */
export function RequestStages({ request: { stages } }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  return (
    <ol className="grid">
      {stages.map(({ status, at, reason }, n) => {
        const isLast = n === stages.length - 1
        const Icon = ended.has(status) ? X : Check
        return (
          <li
            key={n}
            aria-current={isLast ? 'step' : undefined}
            className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
          >
            <span className="flex flex-col items-center">
              <span
                className={cx(
                  'grid size-7 place-items-center rounded-full [&_svg]:size-4',
                  ended.has(status) ? 'bg-full-soft text-full' : 'bg-free-soft text-free',
                  isLast && 'ring-2 ring-current',
                )}
              >
                <Icon aria-hidden="true" />
              </span>
              {!isLast && <span className="w-0.5 flex-1 bg-line" />}
            </span>
            <div className="pb-4">
              <p className={cx('font-semibold', isLast && 'text-md')}>{t(`documents.status.${status}`)}</p>
              <p className="text-sm text-ink-2">
                <time dateTime={at}>{formatMoment(new Date(at), 'Africa/Lagos', locale)}</time>
              </p>
              {reason !== null && <p className="text-sm">{reason}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
