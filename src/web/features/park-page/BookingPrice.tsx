import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { isWaiting, useQuote } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, writeWindow } from '#web/features/booking-window/window.ts'
import { CallError } from '#web/lib/call.ts'
import { formatMoney, formatDeadlineInSentence } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

interface BookingPriceProps {
  park: Park
  search: ParkSearch
  /** What is shown of the park is still of another window. */
  coming: boolean
}

/** What a stay costs, line by line; on a wide screen with the button, which on a phone stands at the bottom. */
export function BookingPrice({ park, search, coming }: BookingPriceProps) {
  const { t, i18n } = useTranslation()
  const quote = useQuote({
    park_id: park.id,
    vehicle_type_id: search.vehicle,
    start_time: formatInstant(search.start),
    end_time: formatInstant(search.end),
  })
  const heading = (
    <div className="mt-6 mb-1 flex items-center justify-between gap-3 lg:mt-5">
      <h2 className="text-lg">{t('park.price_details')}</h2>
      {park.examples.includes('tariff') && <ExampleTag />}
    </div>
  )
  if (quote.isError || isWaiting(quote)) {
    const problem = quote.error instanceof CallError ? quote.error.problem : undefined
    return (
      <>
        {heading}
        <Notice
          tone="error"
          className="mt-2"
          action={
            <Button size="sm" variant="outline" onClick={() => quote.refetch()}>
              {t('common.try_again')}
            </Button>
          }
        >
          {problem?.message ?? t('common.network_error')}
        </Notice>
      </>
    )
  }
  if (!quote.data) {
    return (
      <>
        {heading}
        <Loading label={t('park.quoting')} className="grid gap-3 pt-2">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-9 rounded-sm" />
          ))}
          <Skeleton className="h-8 w-full rounded-sm" />
        </Loading>
      </>
    )
  }
  const { lines, total, currency, cancellation } = quote.data
  const money = (amount: number) => formatMoney(amount, currency, i18n.language)
  const [full, part] = cancellation.refund_rules
  const untilText = (at: string) => formatDeadlineInSentence(new Date(at), park.timezone, i18n.language)
  return (
    <>
      {heading}
      <AmountTable
        caption={t('park.price_caption')}
        rows={lines.map((line) => ({ label: line.label, amount: money(line.amount) }))}
        total={{ label: t('park.total'), amount: <output aria-live="polite">{money(total)}</output> }}
      />
      <p className="mt-2 text-sm text-ink-2">
        {t('park.cancel_until', { until: untilText(full?.until ?? cancellation.free_until) })}
        {part && ` ${t('park.cancel_part', { percent: part.percent, until: untilText(part.until) })}`}{' '}
        {t('park.held_long')}
      </p>
      <ButtonLink
        to={paths.checkout(park.slug, writeWindow(search))}
        wide
        aria-disabled={coming || undefined}
        className={cx('mt-4 max-lg:hidden', coming && 'opacity-70')}
      >
        {t('park.book')}
      </ButtonLink>
    </>
  )
}
