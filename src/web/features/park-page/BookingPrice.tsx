import { useState } from 'react'
import type { Park } from '#contract/parks/parks.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { describeFailure } from '#web/api/failures.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { TermsNote } from '#web/features/booking-window/TermsNote.tsx'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { isSameVehicle, toVehicleChoice } from '#web/features/booking-window/vehicleChoice.ts'
import { writeWindow, formatInstant } from '#web/features/booking-window/window.ts'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { useAgreeToPay } from '#web/features/checkout/api-agreed.ts'
import { isWaiting, useQuote } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useWallet } from '#web/features/topup/api.ts'
import { findCoverage, findWalletBalance } from '#web/features/topup/money.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { findVehicle, isTooLarge } from '#web/features/vehicles/choice.ts'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

interface BookingPriceProps {
  park: Park
  search: ParkSearch
  /** Whether the shown price belongs to a previous window. */
  isPriceStale: boolean
}

/** The price of the booking in detail, on wide screens with the booking button. */
export function BookingPrice({ park, search, isPriceStale }: BookingPriceProps) {
  const { t, locale } = useTranslation()
  const quote = useParkQuote(park, search)
  const payHere = usePayHere(park, search, isPriceStale)
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
  const checkout = paths.checkout(park.slug, writeWindow(search))
  const start = new Date(quote.data.start_time)
  const untilText = (at: string) => describeDeadline(t, locale, { until: new Date(at), start, zone: park.timezone })
  return (
    <>
      {heading}
      <AmountTable
        caption={t('park.price_caption')}
        rows={lines.map((line) => ({ label: line.label, amount: money(line.amount) }))}
        total={{ label: t('park.total'), amount: <output aria-live="polite">{money(total)}</output> }}
      />
      {/* Below the total, so that it is seen without scrolling. */}
      {payHere ? (
        <PayButton wide busy={payHere.isLeaving} onClick={payHere.pay} className="mt-3 max-lg:hidden">
          {total === 0 ? t('checkout.book_free') : t('checkout.pay', { amount: money(total) })}
        </PayButton>
      ) : (
        <ButtonLink
          to={checkout}
          wide
          aria-disabled={isPriceStale || undefined}
          className={cx('mt-3 max-lg:hidden', isPriceStale && 'opacity-70')}
        >
          {t('park.book')}
        </ButtonLink>
      )}
      <p className="mt-3 text-sm text-ink-2">
        {t('park.cancel_until', { until: untilText(full?.until ?? cancellation.free_until) })}
        {part && ` ${t('park.cancel_part', { percent: part.percent, until: untilText(part.until) })}`}{' '}
        {t('park.held_long')}
      </p>
      {payHere && <PayHereDetails payHere={payHere} currency={currency} checkout={checkout} />}
    </>
  )
}

interface PayHereDetailsProps {
  payHere: PayHere
  currency: string
  /** Address of the checkout, where everything can be changed. */
  checkout: string
}

/** What one press pays for, from what and with which terms. */
function PayHereDetails({ payHere, currency, checkout }: PayHereDetailsProps) {
  const { t, locale } = useTranslation()
  const { vehicle, total, left } = payHere
  const money = (amount: number) => formatMoney(amount, currency, locale)
  return (
    <div className="mt-4 grid gap-3">
      <div className="rounded-lg bg-sunk px-4 py-3.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Plate country={vehicle.country_code} text={vehicle.plate} size="sm" />
          {vehicleName(vehicle) !== vehicle.plate && <span className="font-semibold">{vehicleName(vehicle)}</span>}
        </p>
        {total > 0 && <p className="mt-2 text-sm text-ink-2">{t('park_page.pay.wallet', { left: money(left) })}</p>}
        <PageLink
          to={checkout}
          className="-mb-1.5 inline-flex min-h-9 items-center text-sm font-semibold text-act hover:text-act-press touch:min-h-11"
        >
          {t('park_page.pay.change')}
        </PageLink>
      </div>
      <p className="text-sm text-ink-2">
        <TermsNote />
      </p>
    </div>
  )
}

/** The bottom bar on phones: total price and booking button; with the plate where the button pays. */
export function BookBar({ park, search, isPriceStale }: { park: Park; search: ParkSearch; isPriceStale: boolean }) {
  const { t, locale } = useTranslation()
  const payHere = usePayHere(park, search, isPriceStale)
  if (park.price === null) return null
  const { currency } = park.price
  const amount = payHere?.total ?? park.price.amount
  return (
    <div
      data-action-bar
      className="sticky bottom-0 z-30 grid grid-cols-[auto_1fr] items-center gap-4 border-t border-line bg-card px-4 pt-3 safe-bottom lg:hidden"
    >
      <p>
        {isPriceStale ? (
          <Skeleton className="h-6 w-20 rounded-sm" />
        ) : (
          <span className="block text-lg leading-tight font-black amount">
            {amount === 0 ? t('common.free') : formatMoney(amount, currency, locale)}
          </span>
        )}
        <span className="block text-xs text-ink-2">
          {payHere ? (
            <>
              <span className="sr-only">{t('checkout.plate')} </span>
              {payHere.vehicle.plate}
            </>
          ) : (
            t('park.held')
          )}
        </span>
      </p>
      {payHere ? (
        <PayButton wide busy={payHere.isLeaving} onClick={payHere.pay}>
          {t(amount === 0 ? 'checkout.book_free' : 'checkout.pay_unknown')}
        </PayButton>
      ) : (
        <ButtonLink to={paths.checkout(park.slug, writeWindow(search))} wide>
          {t('park.book')}
        </ButtonLink>
      )}
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

/** A booking that one press pays. */
interface PayHere {
  vehicle: Vehicle
  total: number
  /** Balance of the wallet afterwards, in major units. */
  left: number
  pay: () => void
  /** Pressed before; the checkout is loading. */
  isLeaving: boolean
}

/**
 * Undefined unless a saved vehicle of the searched type fits and the wallet covers the price: then there is nothing left
 * to ask. The checkout pays, and asks whatever has changed until then.
 */
function usePayHere(park: Park, search: ParkSearch, isPriceStale: boolean): PayHere | undefined {
  const quote = useParkQuote(park, search).data
  const { data: vehicles = [] } = useVehicles()
  const { data: wallet } = useWallet()
  const agreeToPay = useAgreeToPay()
  const [isLeaving, setLeaving] = useState(false)
  if (quote === undefined || wallet === undefined || isPriceStale) return undefined
  const { total, currency } = quote
  const fitting = vehicles.filter((vehicle) => vehicle.vehicle_type_id === search.vehicle && !isTooLarge(vehicle, park))
  const vehicle =
    fitting.find((candidate) => isSameVehicle(search, toVehicleChoice(candidate))) ??
    findVehicle(fitting, { chosen: '', plate: '', type: search.vehicle, named: true })
  const coverage = findCoverage(findWalletBalance(wallet, currency).balance, total, currency)
  if (vehicle === undefined || coverage.state === 'short') return undefined
  const pay = () => {
    setLeaving(true)
    agreeToPay(paths.checkout(park.slug, writeWindow(search)), { vehicle_id: vehicle.id, total, currency })
  }
  return { vehicle, total, left: coverage.left, pay, isLeaving }
}

/** The quote for the window and vehicle of the search. */
const useParkQuote = (park: Park, search: ParkSearch) =>
  useQuote({
    park_id: park.id,
    vehicle_type_id: search.vehicle,
    start_time: formatInstant(search.start),
    end_time: formatInstant(search.end),
  })
