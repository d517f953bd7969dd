import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatMonth } from '#contract/days.ts'
import type { JournalMonth } from '#contract/reports/desk/journal.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPart, MissingDialog } from '#web/page/lazyPart.tsx'
import { formatDate } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

const Dialog = lazyPart(
  async () => (await import('#web/ui/overlay/Dialog.tsx')).Dialog,
  ({ onOpenChange }) => <MissingDialog onClose={() => onOpenChange(false)} />,
  { isWanted: true },
)

/** So many months of each currency are shown, the newest first. */
const shownMonths = 4

/** The months of the books of each currency, and the closing of the oldest one that is open. */
export function JournalMonths() {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const [closing, setClosing] = useState<JournalMonth>()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'journal-months'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/journal-months', { signal }),
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.items.length === 0) return null
  const mayClose = profile?.permissions.includes('reports.close') === true
  const byCurrency = [...Map.groupBy(data.items, ({ currency }) => currency)]
  return (
    <Card as="section" className="mb-5 print:hidden">
      <h2 className="mb-1 text-md font-bold">{t('desk.report.months.title')}</h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('desk.report.months.text')}</p>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {byCurrency.map(([currency, months]) => {
          const next = months.find(({ may_close }) => may_close)
          return (
            <section key={currency}>
              <h3 className="mb-1 text-sm font-bold">{currency}</h3>
              <ul className="text-sm">
                {months.slice(0, shownMonths).map((month, position) => (
                  <Month key={month.month} month={month} isRunning={position === 0} />
                ))}
              </ul>
              {mayClose && next !== undefined && <CloseButton month={next} onPress={() => setClosing(next)} />}
            </section>
          )
        })}
      </div>
      {closing !== undefined && <CloseDialog month={closing} onDone={() => setClosing(undefined)} />}
    </Card>
  )
}

function Month({ month: { month, closed_at, closed_by }, isRunning }: { month: JournalMonth; isRunning: boolean }) {
  const { t, locale } = useDeskWords()
  const day = closed_at === null ? '' : formatDate(new Date(closed_at), locale, { dateStyle: 'medium' })
  const state =
    closed_at === null
      ? t(isRunning ? 'desk.report.months.running' : 'desk.report.months.open')
      : closed_by === null
        ? t('desk.report.months.closed_on', { day })
        : t('desk.report.months.closed', { day, name: closed_by })
  return (
    <li className="py-1">
      <span className="block font-semibold first-letter:uppercase">{formatMonth(month, locale)}</span>
      <span className="text-ink-2">{state}</span>
    </li>
  )
}

function CloseButton({ month, onPress }: { month: JournalMonth; onPress: () => void }) {
  const { t, locale } = useDeskWords()
  return (
    <Button variant="outline" size="sm" className="mt-1" onClick={onPress}>
      {t('desk.report.months.close', { month: formatMonth(month.month, locale) })}
    </Button>
  )
}

function CloseDialog({ month: { month, currency }, onDone }: { month: JournalMonth; onDone: () => void }) {
  const { t, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const name = formatMonth(month, locale)
  const close = async () => {
    await run(
      () => call('POST /api/v1/admin/journal-months', { body: { currency, month } }),
      t('desk.report.months.done', { month: name }),
    )
    onDone()
  }
  return (
    <Suspense>
      <Dialog
        open
        onOpenChange={onDone}
        title={t('desk.report.months.sure', { month: name, currency })}
        description={t('desk.report.months.sure_text')}
        closeLabel={t('desk.report.months.cancel')}
        footer={
          <>
            <Button variant="ghost" onClick={onDone}>
              {t('desk.report.months.cancel')}
            </Button>
            <Button onClick={close}>{t('desk.report.months.close', { month: name })}</Button>
          </>
        }
      />
      {dialog}
    </Suspense>
  )
}
