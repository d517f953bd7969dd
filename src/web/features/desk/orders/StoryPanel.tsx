import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'

/** What happened to an order, when, by whom and why, in its branch's time zone. */
export function StoryPanel({ record }: { record: DeskRecord }) {
  const { history, timezone } = record as unknown as OrderRecord
  const { t, translateKey, locale } = useDeskWords()
  const when = (at: string) => formatDateTime(new Date(at), timezone, locale)
  return (
    <div className="grid gap-4">
      <Card as="section" padding="lg">
        <h2 className="mb-2 text-md font-bold">{t('desk.orders.story.title')}</h2>
        <ol className="grid">
          {history.map(({ cause, actor, who, at, due_at, reason }, index) => (
            <li key={index} className="border-b border-line py-2 text-sm last:border-0">
              <p className="font-semibold">{translateKey(`desk.words.order_events.${cause}`)}</p>
              <p className="text-ink-2">
                {who ?? translateKey(`desk.words.order_actors.${actor}`)}
                {' · '}
                <time dateTime={at}>{when(at)}</time>
                {due_at !== null && ` · ${t('desk.orders.story.due', { time: when(due_at) })}`}
              </p>
              {reason !== null && <p className="wrap-anywhere">{t('desk.orders.story.reason', { reason })}</p>}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}
