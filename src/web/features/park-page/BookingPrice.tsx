import { describeFailure } from '#web/lib/failures.ts'
import type { Park } from '#contract/parks.ts'
import { isWaiting, useQuote } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, writeWindow } from '#web/features/booking-window/window.ts'
import { formatMoney, formatDeadlineInSentence, zoneName } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { useDiffersFromDevice } from '#web/lib/useDiffersFromDevice.ts'
import { useTranslation } from '#web/lib/translation.ts'

interface BookingPriceProps {
  park: Park
  search: ParkSearch
  /** Whether the shown price belongs to a previous window. */
  isPriceStale: boolean
}

/** The price of the booking in detail, on wide screens with the booking button. */
export function BookingPrice({ park, search, isPriceStale }: BookingPriceProps) {
  const { t, locale } = useTranslation()
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
          {describeFailure(t, quote.error)}
        </Notice>
      </>
    )
  }
  if (!quote.data) {
    return (
      <>
        {heading}
        {/* A quote is stored, so the server makes none for a page. Its total is the park's price. */}
        {park.price !== null && (
          <p className="hidden justify-between gap-4 pt-2 font-semibold noscript:flex">
            {t('park.total')}
            <span>{formatMoney(park.price.amount, park.price.currency, locale)}</span>
          </p>
        )}
        <Loading label={t('park.quoting')} className="grid gap-3 pt-2 noscript:hidden">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-9 rounded-sm" />
          ))}
          <Skeleton className="h-8 w-full rounded-sm" />
        </Loading>
      </>
    )
  }
  const { lines, total, currency, cancellation } = quote.data
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const [full, part] = cancellation.refund_rules
  const untilText = (at: string) => formatDeadlineInSentence(new Date(at), park.timezone, locale)
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
        aria-disabled={isPriceStale || undefined}
        className={cx('mt-4 max-lg:hidden', isPriceStale && 'opacity-70')}
      >
        {t('park.book')}
      </ButtonLink>
    </>
  )
}

/** The bottom bar on phones: total price and booking button. */
export function BookBar({ park, search, isPriceStale }: { park: Park; search: ParkSearch; isPriceStale: boolean }) {
  const { t, locale } = useTranslation()
  if (park.price === null) return null
  const { amount, currency } = park.price
  return (
    <div className="safe-bottom sticky bottom-0 z-30 grid grid-cols-[auto_1fr] items-center gap-4 border-t border-line bg-card px-4 pt-3 lg:hidden">
      <p>
        {isPriceStale ? (
          <Skeleton className="h-6 w-20 rounded-sm" />
        ) : (
          <span className="block text-lg leading-tight font-black tracking-tighter">
            {amount === 0 ? t('common.free') : formatMoney(amount, currency, locale)}
          </span>
        )}
        <span className="block text-xs text-ink-2">{t('park.held')}</span>
      </p>
      <ButtonLink to={paths.checkout(park.slug, writeWindow(search))} wide>
        {t('park.book')}
      </ButtonLink>
    </div>
  )
}

interface WindowEditorProps {
  park: Park
  search: ParkSearch
  onChange: (change: Partial<ParkSearch>) => void
}

/** Start, end and vehicle, in the park's time zone, which is named if it differs from the device's. */
export function WindowEditor({ park, search, onChange }: WindowEditorProps) {
  const { t, locale } = useTranslation()
  const differsFromDevice = useDiffersFromDevice()
  return (
    <>
      <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-card">
        <WindowCells
          window={search}
          zone={park.timezone}
          onChange={onChange}
          cellClass="min-h-15 min-w-0 border-line px-4 py-2.5 first-of-type:border-r"
        />
        <VehicleCell value={search} onChange={onChange} className="col-span-2 border-t border-line px-4 py-2.5" />
      </div>
      {differsFromDevice(search.start, park.timezone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('search.zone', { zone: zoneName(search.start, park.timezone, locale) })}
        </p>
      )}
    </>
  )
}
