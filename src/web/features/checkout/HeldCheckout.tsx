import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { useReleaseHold } from '#web/features/bookings/changes.ts'
import { useOutstanding, useRefreshFunds } from '#web/features/bookings/useOutstanding.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useWallet } from '#web/features/topup/api.ts'
import { findWalletBalance, sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import type { BeforeTopUp } from '#web/features/topup/useTopUp.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatWindow, zoneName } from '#web/time/format.ts'
import { differsFromDevice } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { useInvalidateAfterBooking } from './api.ts'
import { CheckoutBody } from './CheckoutBody.tsx'
import { PaymentProblems } from './notices/CheckoutProblems.tsx'
import { HoldClock } from './notices/HoldNotices.tsx'
import { findReportedDue } from './state/rules.ts'
import { holdPath } from './state/useCheckout.ts'
import { usePayment } from './state/usePayment.ts'
import { PriceLines, Terms } from './Summary.tsx'

/** How often a hold is refetched that has ended on this device's clock, or that a payment may have paid. */
const poll_ms = 3_000

/** Refusals after which the hold has to be refetched. */
const staleHoldCodes = new Set(['hold_expired', 'invalid_transition', 'booking_not_found'])

/** The checkout of a held space: it is paid, or released. */
export function HeldCheckout({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { park, total, currency, plate, lines, held_until } = booking
  const { refetch } = useBooking(booking.booking_code)
  const account = useProfile().data?.id
  const release = useReleaseHold(useInvalidateAfterBooking())
  const payment = usePayment(park.slug, account)

  const [hasEnded, setHasEnded] = useState(false)
  const wallet = useWallet().data
  // A payment that arrives pays for the hold.
  const isPaymentPending = wallet !== undefined && findWalletBalance(wallet, currency).pending > 0
  const isWaiting = hasEnded || isPaymentPending
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refetch(), poll_ms)
    return () => clearInterval(timer)
  }, [isWaiting, refetch])

  const refreshFunds = useRefreshFunds()
  const knownOutstanding = useOutstanding(currency)
  const outstanding = findReportedDue(payment.refusal) ?? knownOutstanding
  const funds = useFunds(sumOf([total, outstanding], currency), currency)
  const isReady = funds.state !== 'unknown' && account !== undefined && !payment.isOutcomeUnknown
  const [start, end] = [new Date(booking.start_time), new Date(booking.end_time)]

  const pay = async () => {
    if (!isReady || funds.state !== 'enough' || payment.sending) return
    const refusal = await payment.pay({ hold_id: booking.id })
    if (refusal?.code === 'insufficient_balance') refreshFunds()
    if (refusal !== undefined && staleHoldCodes.has(refusal.code)) void refetch()
  }
  const nameHold: BeforeTopUp = async () => ({ leave: true, returnTo: holdPath(booking), booking_id: booking.id })
  const releaseSpace = async () => {
    try {
      await release.mutateAsync(booking.id)
      const window = { start, end, vehicle: booking.vehicle_type_id }
      void navigate(paths.checkout(park.slug, writeWindow(window)), { replace: true })
      toast(t('checkout.hold_released'))
    } catch (error) {
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500
      if (isRefused) await refetch()
      else toast(t('common.network_error'), { tone: 'error' })
    }
  }

  const address = parkAddress(park)
  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('checkout.held_title')} />
      <CheckoutBody
        form="held"
        layout="columns"
        onSubmit={() => void pay()}
        returnTo={holdPath(booking)}
        country={park.country_code}
        price={booking}
        isPriceCurrent
        outstanding={outstanding}
        funds={funds}
        readiness={{ state: isReady ? 'ready' : 'loading' }}
        payment={payment}
        beforeTopUp={nameHold}
        reserve={nameHold}
        summary={
          <Card as="section" padding="lg">
            <h2 className="mb-1 text-lg">{t('checkout.summary')}</h2>
            <PriceLines lines={lines} total={total} currency={currency} />
            {total > 0 && <Terms terms={booking.cancellation} start={start} zone={park.timezone} />}
          </Card>
        }
        actions={
          !payment.isOutcomeUnknown &&
          !payment.sending && (
            <p>
              <Button variant="link" onClick={releaseSpace}>
                {t('checkout.hold_release')}
              </Button>
            </p>
          )
        }
      >
        <div className="grid gap-5 pb-3">
          {held_until !== null && <HoldClock zone={park.timezone} until={held_until} onEnd={() => setHasEnded(true)} />}
          <PaymentProblems payment={payment} />
          <div>
            <h2 className="text-lg leading-snug">{parkLabel(park, t)}</h2>
            {park.name !== null && address !== '' && <p className="mt-0.5 text-ink-2">{address}</p>}
            <p className="mt-3 text-xl font-black tracking-tight">{formatWindow(start, end, park.timezone, locale)}</p>
            <p className="text-ink-2">
              {describeLength(t, locale, { start, priced_from: new Date(booking.priced_from), end })}
              {differsFromDevice(start, park.timezone) &&
                ` · ${t('checkout.zone', { zone: zoneName(start, park.timezone, locale) })}`}
            </p>
            {park.examples.length > 0 && (
              <p className="mt-2">
                <ExampleTag />
              </p>
            )}
          </div>
          <p>
            <span className="mb-1 block text-sm text-ink-2">{t('checkout.plate')}</span>
            <Plate country={park.country_code} text={plate} size="lg" />
          </p>
        </div>
      </CheckoutBody>
    </Page>
  )
}
