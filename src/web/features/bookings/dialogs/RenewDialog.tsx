import { useState } from 'react'
import { useNavigate } from 'react-router'
import { quoteMinutes } from '#contract/bookings/booking-rules.ts'
import type { Quote } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'
import { CallError } from '#web/api/call.ts'
import { findPendingRequest, isOutcomeUnknown, requestNames } from '#web/api/pendingRequests.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatCountdown, formatMoney, formatWindow } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { PayButton } from '#web/ui/PayButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { AlreadyBookedNotice } from '../AlreadyBookedNotice.tsx'
import { type RenewalTerms, useRenew } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import { useOutstanding } from '../useOutstanding.ts'
import type { BookingDialogProps } from './dialog.ts'
import { useRenewPreview } from './previews.ts'

/** Refusals after which the shown price no longer applies. */
const stalePrice = new Set(['quote_expired', 'quote_mismatch', 'price_changed', 'no_space', 'already_booked'])

/** Books the same space again: shows the window and the held price, then takes one tap. */
export default function RenewDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { id, park, booking_code } = booking
  const preview = useRenewPreview(id, open)
  const renew = useRenew(id)
  // The quote of a request whose outcome is unknown: it may be booked already, so only that request is repeated.
  const [unanswered, setUnanswered] = useState(
    () => findPendingRequest<RenewalTerms>(requestNames.changeBooking('renew', id))?.body,
  )
  const [renewed, setRenewed] = useState(false)
  const quote = preview.data?.quote ?? undefined
  const currency = quote?.currency ?? booking.currency
  const outstanding = useOutstanding(currency)
  const funds = useFunds(quote && sumOf([quote.total, outstanding], currency), currency)

  const send = async (terms: RenewalTerms) => {
    try {
      const answer = await renew.mutateAsync(terms)
      onOpenChange(false)
      void navigate(paths.bookingDetails(answer.booking_code), { state: { booked: true } })
    } catch (error) {
      setUnanswered(isOutcomeUnknown(error) ? terms : undefined)
      if (error instanceof CallError && stalePrice.has(error.code)) await askAgain()
    }
  }
  const askAgain = async () => {
    const before = preview.data?.quote?.quote_id
    const { data } = await preview.refetch()
    setRenewed(before !== undefined && data?.quote?.quote_id !== before)
  }

  const full = quote?.available === 0
  const booked = quote?.already_booked ?? undefined
  const footer =
    unanswered !== undefined ? (
      <Button key="again" wide busy={renew.isPending} onClick={() => send(unanswered)}>
        {t('bookings.renew.again')}
      </Button>
    ) : preview.isError ? (
      <Button variant="alt" wide onClick={() => preview.refetch()}>
        {t('common.try_again')}
      </Button>
    ) : preview.data !== undefined && (quote === undefined || full) ? (
      <ButtonLink to={paths.park(park.slug)} wide>
        {t('bookings.renew.other_times')}
      </ButtonLink>
    ) : funds.state === 'short' ? undefined : (
      <PayButton
        key="pay"
        wide
        disabled={funds.state !== 'enough' || preview.isFetching}
        busy={renew.isPending}
        onClick={() => quote && send({ quote_id: quote.quote_id, ...(booked && { again: 'true' }) })}
      >
        {booked
          ? t('checkout.again')
          : quote === undefined || quote.total === 0
            ? t(quote === undefined ? 'bookings.renew.title' : 'bookings.renew.confirm_free')
            : t('bookings.renew.confirm', { amount: formatMoney(quote.total, quote.currency, locale) })}
      </PayButton>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.renew.title')}
      description={t('bookings.renew.lead')}
      closeLabel={t('common.close')}
      size="md"
      footer={footer}
    >
      <div className="grid gap-4">
        {unanswered !== undefined && !renew.isPending && (
          <Notice tone="warning" live title={t('bookings.renew.unsure')}>
            {t('bookings.renew.unsure_text')}
          </Notice>
        )}
        {renew.isError && unanswered === undefined && <Notice tone="error">{reasonOf(t, renew.error)}</Notice>}
        {renewed && (
          <Notice tone="info" live>
            {t('bookings.renew.renewed')}
          </Notice>
        )}
        {preview.isError ? (
          <Notice tone="error" title={t('bookings.renew.failed')}>
            {preview.error instanceof CallError && preview.error.status !== 0
              ? reasonOf(t, preview.error)
              : t('common.network_error')}
          </Notice>
        ) : preview.data === undefined ? (
          <Loading label={t('bookings.renew.calculating')}>
            <Skeleton className="h-56" />
          </Loading>
        ) : quote === undefined ? (
          <Notice tone="warning">{t('bookings.renew.refused')}</Notice>
        ) : (
          <>
            <Offer
              quote={quote}
              zone={park.timezone}
              until={preview.data.requestedAt + quoteMinutes * minute_ms}
              onOver={() => void askAgain()}
            />
            {booked && <AlreadyBookedNotice booked={booked} zone={park.timezone} by="booking" />}
            {full ? (
              <Notice tone="warning">{t('bookings.renew.refused_full')}</Notice>
            ) : (
              (quote.total > 0 || outstanding > 0) && (
                <WalletPart
                  price={quote}
                  label={t('checkout.this_booking')}
                  country={park.country_code}
                  outstanding={outstanding}
                  returnTo={paths.bookingDetails(booking_code, { do: 'renew' })}
                />
              )
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

interface OfferProps {
  quote: Quote
  zone: string
  /** In ms of this device's clock. */
  until: number
  onOver: () => void
}

/** The window, the price details, and until when the price is held. */
function Offer({ quote, zone, until, onOver }: OfferProps) {
  const { t, locale } = useTranslation()
  const [start, end] = [new Date(quote.start_time), new Date(quote.end_time)]
  const money = (amount: number) => formatMoney(amount, quote.currency, locale)
  return (
    <div>
      <p className="mb-3 text-lg font-black tracking-tight">
        {formatWindow(start, end, zone, locale)}
        <span className="block text-base font-normal text-ink-2">
          {describeLength(t, locale, { start, priced_from: new Date(quote.priced_from), end })}
        </span>
      </p>
      <Countdown
        end={until}
        label={(seconds) =>
          seconds === 0 ? t('bookings.renew.held_over') : t('bookings.renew.held', { time: formatCountdown(seconds) })
        }
        onEnd={onOver}
      />
      <div className="mt-2">
        <AmountTable
          caption={t('bookings.renew.lines')}
          rows={quote.lines.map(({ label, amount }) => ({ label, amount: money(amount) }))}
          total={{
            label: t('bookings.renew.total'),
            amount: quote.total === 0 ? t('common.free') : money(quote.total),
          }}
        />
      </div>
    </div>
  )
}
