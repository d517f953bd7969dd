import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface BookingRefundsProps {
  booking: BookingRecord
  onChanged: (record: DeskRecord) => void
}

/** What staff refunded of a booking or ask to refund, with its reason; what waits is decided on here. */
export function BookingRefunds({ booking, onChanged }: BookingRefundsProps) {
  const { t } = useDeskWords()
  return (
    <Card as="section" padding="lg" className="@2xl:col-span-2">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.refund_dialog.refunds')}</h2>
      <ul className="grid">
        {booking.refunds.map((refund) => (
          <Refund key={refund.id} booking={booking} refund={refund} onChanged={onChanged} />
        ))}
      </ul>
    </Card>
  )
}

type RefundProps = BookingRefundsProps & { refund: BookingRecord['refunds'][number] }

function Refund({ booking, refund, onChanged }: RefundProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const { id: refund_id, status, cause, bearer, amount, message, can_decide, is_own } = refund
  const params = { id: booking.id, refund_id }
  const when = (at: string) => formatDateTime(new Date(at), booking.timezone, locale)
  const approve = async () => {
    const changed = await run(
      () => call('POST /api/v1/admin/bookings/{id}/refunds/{refund_id}/approve', { params }),
      t('desk.records.refund_dialog.approved'),
    )
    if (changed !== undefined) onChanged(changed as unknown as DeskRecord)
  }
  const refuse = async () => {
    const changed = await run(
      () => call('POST /api/v1/admin/bookings/{id}/refunds/{refund_id}/refuse', { params }),
      t(is_own ? 'desk.records.refund_dialog.was_withdrawn' : 'desk.records.refund_dialog.was_refused'),
    )
    if (changed !== undefined) onChanged(changed as unknown as DeskRecord)
  }
  const { requested_by, decided_by, at } = refund
  return (
    <li className="border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
        <span>
          {translateKey(`desk.words.refund_causes.${cause}`)}
          {' · '}
          {translateKey(`desk.words.booking_refund_states.${status}`)}
        </span>
        <span>{formatMoney(amount.amount, amount.currency, locale)}</span>
      </p>
      <p className="max-w-prose text-sm wrap-anywhere">{message}</p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {[
          t('desk.records.refund_dialog.paid_by', { who: translateKey(`desk.words.refund_bearers.${bearer}`) }),
          when(at),
          ...(requested_by === null ? [] : [t('desk.records.refund_dialog.requested', { who: requested_by })]),
          ...(decided_by === null ? [] : [t('desk.records.refund_dialog.decided', { who: decided_by })]),
        ].join(' · ')}
      </p>
      {(can_decide || is_own) && (
        <p className="mt-2 flex flex-wrap gap-2">
          {can_decide && (
            <Button size="sm" onClick={() => void approve()}>
              {t('desk.records.refund_dialog.approve')}
            </Button>
          )}
          <Button size="sm" variant="outline" onClick={() => void refuse()}>
            {t(is_own ? 'desk.records.refund_dialog.withdraw' : 'desk.records.refund_dialog.refuse')}
          </Button>
        </p>
      )}
      {dialog}
    </li>
  )
}
