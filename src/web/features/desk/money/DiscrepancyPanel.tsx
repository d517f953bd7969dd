import type { DeskRecord } from '#contract/lists/records.ts'
import type { DiscrepancyRecord } from '#contract/wallet/desk/money.ts'
import { payoutDiscrepancies, readSide, type DiscrepancyKind } from '#contract/wallet/money-discrepancies.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Card } from '#web/ui/Card.tsx'

/** Both records of a payment beside each other, and what colleagues have noted. */
export function DiscrepancyPanel({ record }: { record: DeskRecord }) {
  const { kind, ours, theirs, notes } = record as unknown as DiscrepancyRecord
  const { t, locale } = useDeskWords()
  return (
    <div className="grid items-start gap-4">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Side title={t('desk.lists.money.columns.ours')} text={ours} kind={kind} />
        <Side title={t('desk.lists.money.columns.theirs')} text={theirs} kind={kind} />
      </dl>
      <Card as="section" padding="lg">
        <h2 className="mb-2 text-md font-bold">{t('desk.records.panels.notes')}</h2>
        {notes.length === 0 ? (
          <p className="text-ink-2">{t('desk.records.panels.no_notes')}</p>
        ) : (
          <ol className="grid">
            {notes.map(({ id, author, state, body, created_at }) => (
              <li key={id} className="border-b border-line py-2 last:border-0">
                {state !== null && (
                  <p className="font-semibold">
                    {t(state === 'resolved' ? 'desk.records.panels.closed' : 'desk.records.panels.opened')}
                  </p>
                )}
                {body !== null && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{body}</p>}
                <p className="text-sm text-ink-2">
                  {author ?? t('desk.records.panels.left')}
                  {' · '}
                  <time dateTime={created_at}>{formatDateTime(new Date(created_at), deviceZone(), locale)}</time>
                </p>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  )
}

/** One side's record: the amount, its state and the payment's reference. */
function Side({ title, text, kind }: { title: string; text: string; kind: DiscrepancyKind }) {
  const { t, translateKey, locale } = useDeskWords()
  const side = readSide(text)
  const state = side?.state ?? null
  const named = state === 'reversed' && payoutDiscrepancies.has(kind) ? 'returned' : state
  const word = named === null ? t('desk.records.panels.nothing') : translateKey(`desk.words.side_states.${named}`)
  const money = side?.money ?? null
  return (
    <div className="rounded-xl bg-sunk px-4 py-3">
      <dt className="text-sm text-ink-2">{title}</dt>
      <dd>
        {side === undefined ? (
          <span className="font-mono text-base break-all">{text}</span>
        ) : (
          <>
            <span className="block text-lg font-bold">
              {money === null ? word : formatMoney(money.amount, money.currency, locale)}
            </span>
            {money !== null && state !== null && <span className="block text-ink-2">{word}</span>}
            {side.name !== null && <span className="font-mono text-sm break-all select-all">{side.name}</span>}
          </>
        )}
      </dd>
    </div>
  )
}
