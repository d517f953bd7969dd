import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Money } from '#contract/fields.ts'
import type { getCounterBooking, RefundTarget } from '#contract/orders/desk/counter-bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatWindow } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { counterBookingQuery } from './api.ts'

type Booked = AnswerOf<typeof getCounterBooking>

interface BookedParkingProps {
  code: string
  /** Of the register's paper, in millimetres. */
  width: string
  /** Whether it was sold just now. */
  isNew?: boolean
  onNext?: () => void
}

/** A booking that a counter sold: its change, its receipt, and its refund. */
export function BookedParking({ code, width, isNew = false, onNext }: BookedParkingProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: booking, error } = useQuery(counterBookingQuery(code))
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  if (error !== null)
    return (
      <Notice tone="error" live>
        {error instanceof CallError && error.status === 404
          ? t('desk.pos.parking.none', { code })
          : describeFailure(site, error)}
      </Notice>
    )
  if (booking === undefined) return <Skeleton className="h-48 rounded-xl" aria-label={t('desk.loading')} />
  const { park, plate, start_time, end_time, status, booking_code, total, cash, refunded, paid_out } = booking
  const change = cash?.change
  return (
    <div className="grid gap-4">
      <div role={isNew ? 'status' : undefined} className="grid gap-3 rounded-xl bg-free-soft p-4">
        {isNew && (
          <p className="text-xl font-bold tabular-nums">
            {change === undefined || change.amount === 0
              ? t('desk.pos.done.no_change')
              : t('desk.pos.done.change', { amount: show(change) })}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Plate country={park.country_code} text={plate} size="lg" />
          <p className="font-bold tabular-nums">{booking_code}</p>
        </div>
        <p className="wrap-anywhere">
          {parkLabel(park, site)}
          <span className="block">{formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale)}</span>
          <span className="block text-ink-2">
            {[
              translateKey(`desk.words.booking_states.${status}`),
              show(total),
              refunded.amount > 0 && `${t('desk.orders.tickets.refunded')} ${show(refunded)}`,
              paid_out.amount > 0 && t('desk.pos.parking.paid_out', { amount: show(paid_out) }),
            ]
              .filter((part) => part !== false)
              .join(' · ')}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          variant="outline"
          size="md"
          to={`${paths.desk(`parking-receipts/${booking_code}`)}?width=${width}`}
          target="_blank"
        >
          {t('desk.pos.done.receipt')}
        </ButtonLink>
        {onNext !== undefined && (
          <Button size="md" onClick={onNext}>
            {t('desk.pos.parking.next')}
          </Button>
        )}
      </div>
      {!isNew && booking.refund.to.length > 0 && <RefundParking booking={booking} />}
    </div>
  )
}

/** Cancels the booking under its policy, or pays out what was refunded: out of the drawer, or to the wallet. */
function RefundParking({ booking }: { booking: Booked }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const { keyOf } = useRetryKey()
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { cancels, amount, cash, to, needs_code } = booking.refund
  const show = (money: Money) => formatMoney(money.amount, money.currency, locale)
  const isNothing = amount.amount === 0
  const send = async (target: RefundTarget) => {
    const isMissing = needs_code && code.trim() === ''
    setIncomplete(isMissing)
    if (isMissing) return
    const body = { to: target, ...(needs_code && { code: code.trim() }) }
    const { id } = booking
    const done = await run(
      () => call('POST /api/v1/pos/bookings/{id}/refund', { params: { id }, body, retryKey: keyOf(body) }),
      ({ paid_out }) =>
        paid_out.amount > booking.paid_out.amount
          ? t('desk.pos.parking.done.drawer', { amount: show(cash) })
          : t('desk.pos.parking.done.cancelled'),
    )
    if (done === undefined) setCode('')
  }
  const labelOf = (target: RefundTarget) =>
    isNothing
      ? t('desk.pos.parking.cancel')
      : target === 'wallet'
        ? t('desk.pos.parking.to_wallet', { amount: show(amount) })
        : t('desk.pos.parking.to_drawer', { amount: show(cash) })
  return (
    <section className="grid gap-3 rounded-xl border border-line p-4">
      <h3 className="text-base font-bold">{t(cancels ? 'desk.pos.parking.cancel' : 'desk.pos.parking.pay_out')}</h3>
      <p>
        {isNothing
          ? t('desk.pos.parking.no_refund')
          : cancels
            ? t('desk.pos.parking.refund', { amount: show(amount) })
            : t('desk.pos.parking.owed', { amount: show(amount) })}
      </p>
      {needs_code && (
        <Field
          label={t('desk.pos.discount.code')}
          hint={t('desk.pos.discount.code_hint')}
          error={errors['code'] ?? (isIncomplete ? site('errors.fields.required') : undefined)}
          required
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      )}
      {refusal !== undefined && Object.keys(errors).length === 0 && (
        <Notice tone="error" live>
          {describeFailure(site, refusal)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {(isNothing ? to.slice(0, 1) : to).map((target) => (
          <Button key={target} variant="outline" size="md" onClick={() => send(target)}>
            {labelOf(target)}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  )
}
