import type { CustomerRecord } from '#contract/accounts/desk/customer-record.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { Moment } from '#web/features/lists/Moment.tsx'
import { StateBadge } from '#web/features/lists/StateBadge.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

const stateWords = {
  bookings: 'booking_states',
  'online-orders': 'order_states',
  documents: 'document_states',
} as const

/** What a customer is in the middle of: bookings that run or are due, open orders, documents that wait. */
export function NowPanel({ record }: { record: DeskRecord }) {
  const { running } = record as unknown as CustomerRecord
  const { t, translateKey } = useDeskWords()
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.panels.now')}</h2>
      {running.length === 0 ? (
        <p className="text-ink-2">{t('desk.records.panels.nothing_now')}</p>
      ) : (
        <ul className="grid">
          {running.map(({ list, id, number, status, place, at, timezone }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-0"
            >
              <span className="text-ink-2">{t(`desk.records.panels.now_kinds.${list}`)}</span>
              <PageLink
                to={paths.desk(`${list}/${id}`)}
                className="font-mono font-semibold text-act underline underline-offset-4"
              >
                {number}
              </PageLink>
              <StateBadge state={status} label={translateKey(`desk.words.${stateWords[list]}.${status}`)} />
              <span className="ml-auto text-right text-sm">
                {place !== null && <span className="block">{place}</span>}
                <span className="block text-ink-2">
                  <Moment at={new Date(at)} zone={timezone} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
