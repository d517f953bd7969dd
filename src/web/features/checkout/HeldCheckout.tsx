import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { BookingDetails } from '#contract/bookings.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { parkLabel } from '#contract/park-label.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { moneyAfter, findWalletBalance, sumOf } from '#web/features/topup/money.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { CallError } from '#web/lib/call.ts'
import { formatDuration, formatMoney, formatWindow, zoneName } from '#web/lib/format.ts'
import { differsFromDevice, minutesBetween } from '#web/lib/quarterHours.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDebts, useReleaseHold } from './api.ts'
import { forgetDraft } from './draft.ts'
import { HoldClock } from './HoldNotices.tsx'
import { HeldOutcome } from './Outcome.tsx'
import { Agree, PayBar } from './PayBar.tsx'
import { PriceLines, Terms } from './Summary.tsx'
import { heldAt } from './useBuying.ts'
import { usePayment } from './usePayment.ts'
import { owedBy, owedIn } from './words.ts'

/** How often a hold is asked about whose time is over here and not there. */
const ask_ms = 3_000

/** Refusals after which the hold is no longer what stands on screen. */
const over = new Set(['hold_expired', 'invalid_transition', 'booking_not_found'])

/** A space that is held, at its price: what is left is to pay it, or to give it up. */
export function HeldCheckout({ booking }: { booking: BookingDetails }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { park, total, currency, plate, lines, held_until } = booking
  const { refetch } = useBooking(booking.booking_code)
  const account = useProfile().data?.id
  const wallet = useWallet()
  const debts = useDebts()
  const release = useReleaseHold()
  const payment = usePayment(park.slug, account, (paid) => {
    forgetDraft(park.slug)
    void navigate(paths.bookingDetails(paid.booking_code), { replace: true, state: { booked: true } })
  })

  const [ended, setEnded] = useState(false)
  useEffect(() => {
    if (!ended) return
    const timer = setInterval(() => void refetch(), ask_ms)
    return () => clearInterval(timer)
  }, [ended, refetch])

  const money = (amount: number) => formatMoney(amount, currency, i18n.language)
  const owed = owedBy(payment.refusal) ?? owedIn(debts.data ?? [], currency)
  const told =
    wallet.data &&
    moneyAfter(findWalletBalance(wallet.data, currency).balance, sumOf([total, owed], currency), currency)
  const missing = told && 'missing' in told ? told.missing : undefined
  const ready = told !== undefined && account !== undefined && !payment.isOutcomeUnknown
  const window = {
    start: new Date(booking.start_time),
    end: new Date(booking.end_time),
    vehicle: booking.vehicle_type_id,
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || missing !== undefined || payment.sending) return
    const refusal = await payment.pay({ hold_id: booking.id })
    if (refusal?.code === 'insufficient_balance') {
      void wallet.refetch()
      void debts.refetch()
    }
    if (refusal !== undefined && over.has(refusal.code)) void refetch()
  }
  const giveUp = async () => {
    try {
      await release.mutateAsync(booking.id)
      void navigate(paths.checkout(park.slug, writeWindow(window)), { replace: true })
      toast(t('checkout.hold_released'))
    } catch (error) {
      const gone = error instanceof CallError && error.status >= 400 && error.status < 500
      if (gone) await refetch()
      else toast(t('common.network_error'), { tone: 'error' })
    }
  }

  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('checkout.held_title')} />
      <div className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_auto_1fr]">
        <form id="held" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 lg:col-start-1">
          {held_until !== null && <HoldClock zone={park.timezone} until={held_until} onEnd={() => setEnded(true)} />}
          <HeldOutcome payment={payment} />
          <HeldBooking booking={booking} />
          <p>
            <span className="mb-1 block text-sm text-ink-2">{t('checkout.plate')}</span>
            <Plate country={park.country_code} text={plate} size="lg" />
          </p>
        </form>
        <div className="mt-6 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:self-start">
          <Card as="section" padding="lg">
            <h2 className="mb-1 text-lg">{t('checkout.summary')}</h2>
            <PriceLines lines={lines} total={total} currency={currency} />
            {total > 0 && <Terms terms={booking.cancellation} zone={park.timezone} />}
          </Card>
        </div>
        <Section title={t('checkout.payment')} className="mt-2 lg:col-start-1">
          <div className="grid gap-4">
            <WalletPart
              cost={booking}
              label={t('checkout.this_booking')}
              country={park.country_code}
              here={heldAt(booking)}
              owed={owed}
            />
            {!payment.isOutcomeUnknown && !payment.sending && (
              <p>
                <Button variant="link" onClick={giveUp}>
                  {t('checkout.hold_release')}
                </Button>
              </p>
            )}
            <p className="text-sm text-ink-2 lg:hidden">
              <Agree />
            </p>
          </div>
        </Section>
        <PayBar
          signedIn
          here={heldAt(booking)}
          total={total === 0 ? t('common.free') : money(total)}
          free={total === 0}
          missing={missing === undefined ? undefined : money(missing)}
          blocked={ready ? undefined : ''}
          price={{ fresh: true, unaccepted: false }}
          onAccept={() => undefined}
          payment={payment}
          form="held"
        />
      </div>
    </Page>
  )
}

/** Where and when, in words: a held space is changed by giving it up. */
function HeldBooking({ booking: { park, start_time, end_time } }: { booking: BookingDetails }) {
  const { t, i18n } = useTranslation()
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  return (
    <div>
      <h2 className="text-lg leading-snug">{parkLabel(park, t)}</h2>
      {park.name !== null && where !== '' && <p className="mt-0.5 text-ink-2">{where}</p>}
      <p className="mt-3 text-xl font-black tracking-tight">{formatWindow(start, end, park.timezone, i18n.language)}</p>
      <p className="text-ink-2">
        {formatDuration(minutesBetween(start, end), i18n.language)}
        {differsFromDevice(start, park.timezone) &&
          ` · ${t('checkout.zone', { zone: zoneName(start, park.timezone, i18n.language) })}`}
      </p>
      {park.examples.length > 0 && (
        <p className="mt-2">
          <ExampleTag />
        </p>
      )}
    </div>
  )
}
