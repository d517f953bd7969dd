import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { gateways } from '#contract/wallet/payments.ts'
import type { PaymentResult } from '#contract/wallet/wallet.ts'
import { CallError } from '#web/api/call.ts'
import { useHeldSpace, useVerifyPayment } from '#web/features/topup/api.ts'
import { findReturn, referenceOf } from '#web/features/topup/return.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths, safeNext } from '#web/paths.ts'
import { formatCountdown, formatMoney, formatTime } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingBar } from '#web/ui/LoadingBar.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page } from '#web/ui/Page.tsx'
import { NotBooked } from './NotBooked.tsx'

/** Shows the result of a top-up. Can be opened repeatedly and later. */
export default function CallbackPage() {
  const [search] = useSearchParams()
  const reference = referenceOf(search)
  const named = search.get('provider')
  const provider = Object.values(gateways).find((gateway) => gateway.provider === named)
  return (
    <Page width="form" className="py-10">
      {reference === null ? (
        <NoReference />
      ) : (
        <Payment reference={reference} provider={provider} isCancelled={search.get('outcome') === 'cancelled'} />
      )}
    </Page>
  )
}

const safeReturn = (path: string | undefined) => (path === undefined ? undefined : safeNext(path))

/** Countdown to the end of the hold that the top-up is for. */
function Held({ booking: { held_until, park } }: { booking: Booking }) {
  const { t, locale } = useTranslation()
  if (held_until === null) return null
  const time = formatTime(new Date(held_until), park.timezone, locale)
  return (
    <Countdown
      end={held_until}
      label={(seconds) =>
        seconds === 0 ? t('checkout.hold_expired') : t('checkout.hold_until', { time, left: formatCountdown(seconds) })
      }
    />
  )
}

/** What the driver left to pay: an order of the shop, its cart, or a booking. */
const backTo = (path: string) =>
  /^\/(order|cart)(\/|$)/.test(path) ? 'wallet.callback.to_order' : 'wallet.callback.to_booking'

function NoReference() {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="search"
      title={t('wallet.callback.no_reference')}
      action={<ButtonLink to={paths.wallet()}>{t('wallet.callback.to_wallet')}</ButtonLink>}
    >
      {t('wallet.callback.no_reference_text')}
    </EmptyState>
  )
}

interface PaymentProps {
  reference: string
  provider: { provider: string; name: string } | undefined
  /** The driver left the provider's page without paying. */
  isCancelled: boolean
}

function Payment({ reference, provider, isCancelled }: PaymentProps) {
  const { t, locale } = useTranslation()
  const { payment, checkAgain } = usePaymentState(reference, provider?.provider, isCancelled)
  const name = provider?.name ?? t('wallet.callback.the_provider')
  const held = useHeldSpace()
  // Another browser has no return address saved, but the server knows the held space.
  const returnTo = held
    ? paths.checkout(held.park.slug, { hold: held.booking_code })
    : safeReturn(findReturn(reference))
  const onward = (wallet: 'to_wallet' | 'try_again') => (
    <div className="grid gap-2.5">
      {held && <Held booking={held} />}
      {returnTo !== undefined && (
        <ButtonLink to={returnTo}>{t(held ? 'checkout.hold_complete' : backTo(returnTo))}</ButtonLink>
      )}
      <ButtonLink to={paths.wallet()} variant={returnTo === undefined ? 'primary' : 'alt'}>
        {t(`wallet.callback.${wallet}`)}
      </ButtonLink>
    </div>
  )
  if (payment.state === 'asking') {
    return (
      <div className="grid justify-items-center gap-4 py-10 text-center">
        <h1 className="text-xl" tabIndex={-1}>
          {t('wallet.callback.checking', { provider: name })}
        </h1>
        <LoadingBar label={t('common.loading')} />
        <p className="text-ink-2">{t('wallet.callback.checking_hint')}</p>
      </div>
    )
  }
  if (payment.state === 'settled' && payment.answer.status === 'success') {
    const { amount, requested, new_balance, currency, detail, booking, order } = payment.answer.data
    if (booking?.result === 'paid' || booking?.result === 'booked_again')
      return <Navigate to={paths.bookingDetails(booking.booking_code)} state={{ booked: true }} replace />
    if (booking !== null && booking.result !== 'not_covered')
      return <NotBooked booking={booking} message={payment.answer.message} />
    if (order?.result === 'paid') return <Navigate to={paths.orderSuccess(order.order_number)} replace />
    if (order !== null && order.result !== 'not_covered')
      return <Return to={paths.orderPay(order.order_number)} message={payment.answer.message} />
    const [paid, wholeSum] = [amount, requested].map((sum) => formatMoney(sum, currency, locale))
    const newBalance = t('wallet.callback.new_balance', { balance: formatMoney(new_balance, currency, locale) })
    if (detail === 'partial')
      return (
        <EmptyState
          level={1}
          live
          picture="empty"
          title={t('wallet.callback.partial', { amount: paid, requested: wholeSum })}
          action={onward('to_wallet')}
        >
          <p>{t('wallet.callback.partial_text', { provider: name, amount: paid, reference })}</p>
          {held && <p className="mt-2">{t('wallet.callback.partial_held')}</p>}
          <p className="mt-2">{newBalance}</p>
        </EmptyState>
      )
    const added = t('wallet.callback.success', { amount: paid })
    // What the money is for goes on where the driver left it.
    if (returnTo !== undefined && !held && booking === null) return <Return to={returnTo} message={added} />
    return (
      <EmptyState level={1} live picture="done" title={added} action={onward('to_wallet')}>
        {booking !== null && <p>{t('wallet.callback.partial_held')}</p>}
        <p>{newBalance}</p>
      </EmptyState>
    )
  }
  if (payment.state === 'settled') {
    return (
      <EmptyState level={1} live picture="failed" title={t('wallet.callback.failed')} action={onward('try_again')}>
        {payment.answer.message}
      </EmptyState>
    )
  }
  if (payment.state === 'unknown') {
    return (
      <EmptyState
        level={1}
        live
        picture="search"
        title={t('wallet.callback.unknown')}
        action={<ButtonLink to={paths.wallet()}>{t('wallet.callback.to_wallet')}</ButtonLink>}
      >
        {t('wallet.callback.unknown_text')}
      </EmptyState>
    )
  }
  if (payment.state === 'cancelled') {
    return (
      <EmptyState
        level={1}
        live
        picture="empty"
        title={t('wallet.callback.cancelled')}
        action={
          <div className="grid gap-2.5">
            {held && <Held booking={held} />}
            <ButtonLink to={returnTo ?? paths.wallet()}>
              {t(
                returnTo === undefined
                  ? 'wallet.callback.try_again'
                  : held
                    ? 'checkout.hold_complete'
                    : backTo(returnTo),
              )}
            </ButtonLink>
            <Button variant="alt" onClick={checkAgain}>
              {t('wallet.callback.check_again')}
            </Button>
          </div>
        }
      >
        {t('wallet.callback.cancelled_text', { provider: name })}
      </EmptyState>
    )
  }
  const again = (
    <div className="grid gap-2.5">
      {held && <Held booking={held} />}
      <Button onClick={checkAgain}>{t('wallet.callback.check_again')}</Button>
      <ButtonLink to={paths.wallet()} variant="alt">
        {t('wallet.callback.to_wallet')}
      </ButtonLink>
    </div>
  )
  if (payment.state === 'processing') {
    return (
      <EmptyState level={1} live picture="empty" title={t('wallet.callback.processing')} action={again}>
        {t('wallet.callback.processing_text', { provider: name })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      level={1}
      live
      picture={payment.state === 'offline' ? 'offline' : 'empty'}
      title={t(payment.state === 'offline' ? 'wallet.callback.offline' : 'wallet.callback.pending')}
      action={again}
    >
      {payment.state === 'offline' ? t('common.network_error') : t('wallet.callback.pending_text', { provider: name })}
    </EmptyState>
  )
}

function Return({ to, message }: { to: string; message: string }) {
  useEffect(() => void toast(message), [message])
  return <Navigate to={to} replace />
}

/** Delays between two checks of an undecided payment; the last one repeats while the page is open. */
const waits_ms = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 30_000]
/** After this many checks the page says that it can be left, because the payment finishes by itself. */
const patience = 3

type PaymentState =
  | { state: 'asking' }
  | { state: 'waiting' }
  /** The bank is moving the money, which may take days. */
  | { state: 'processing' }
  /** The driver returned without paying, and the provider knows of no payment. */
  | { state: 'cancelled' }
  | { state: 'settled'; answer: PaymentResult }
  | { state: 'unknown' }
  | { state: 'offline' }

/** Checks a payment until it is decided or the page is left. */
function usePaymentState(
  reference: string,
  provider: string | undefined,
  isCancelled: boolean,
): { payment: PaymentState; checkAgain: () => void } {
  const verify = useVerifyPayment()
  const [payment, setPayment] = useState<PaymentState>({ state: 'asking' })
  const [round, setRound] = useState(0)
  const ask = verify.mutateAsync
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const attempt = async (tries: number): Promise<void> => {
      const later = (state: 'waiting' | 'offline') => {
        if (tries >= patience) setPayment({ state })
        timer = setTimeout(() => void attempt(tries + 1), waits_ms[tries] ?? waits_ms.at(-1))
      }
      try {
        const answer = await ask({ payment_reference: reference, payment_provider: provider })
        if (left) return
        if (answer.status !== 'pending') setPayment({ state: 'settled', answer })
        else if (answer.data.detail === 'processing') setPayment({ state: 'processing' })
        else if (isCancelled && round === 0) setPayment({ state: 'cancelled' })
        else later('waiting')
      } catch (error) {
        if (left) return
        if (error instanceof CallError && error.status >= 400 && error.status < 500) setPayment({ state: 'unknown' })
        else later('offline')
      }
    }
    setPayment({ state: 'asking' })
    void attempt(0)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [reference, provider, isCancelled, round, ask])
  return { payment, checkAgain: () => setRound((number) => number + 1) }
}
