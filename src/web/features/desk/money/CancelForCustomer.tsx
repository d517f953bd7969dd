import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { CancelPreview } from '#contract/bookings/bookings.ts'
import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

/** What it would refund now. Not among the desk's own queries, which are read again once it is done. */
const usePreview = (id: string) =>
  useQuery({
    queryKey: ['booking_cancellation', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/bookings/{id}/cancellation', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Cancels a booking at its customer's request: their policy decides what they get back, which is shown before. */
export const CancelForCustomer: RecordDialog = ({ record, title, effect, onClose, onDone }) => {
  const booking = record as unknown as BookingRecord
  const { id } = booking
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { attempt, dialog } = useReauth()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const { data, error, refetch } = usePreview(id)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() === '') return
    setSending(true)
    setProblem(undefined)
    try {
      const changed = await attempt(() =>
        call('POST /api/v1/admin/bookings/{id}/cancellation', { params: { id }, body: { reason } }),
      )
      onDone(changed as unknown as DeskRecord)
    } catch (failure) {
      setProblem(describeFailure(site, failure))
      setSending(false)
      void refetch()
    }
  }
  const confirm =
    data === undefined || data.refund === 0
      ? t('desk.records.cancel_dialog.confirm_nothing')
      : t('desk.records.cancel_dialog.confirm', { amount: formatMoney(data.refund, data.currency, locale) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={effect}
      closeLabel={t('desk.close')}
      footer={
        data?.allowed === true && (
          <Button type="submit" form="cancel-for-customer" variant="danger" size="md" busy={isSending}>
            {confirm}
          </Button>
        )
      }
    >
      <form id="cancel-for-customer" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {problem !== undefined && <Notice tone="error">{problem}</Notice>}
        {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <Skeleton className="h-32 rounded-xl" aria-label={t('desk.loading')} />
        )}
        {data?.allowed === false && <Notice>{t('desk.records.cancel_dialog.over')}</Notice>}
        {data?.allowed === true && (
          <>
            <Refund preview={data} booking={booking} />
            <Field
              label={t('desk.records.cancel_dialog.reason')}
              hint={t('desk.records.cancel_dialog.reason_hint')}
              error={isMissing ? site('errors.fields.required') : undefined}
              required
            >
              <TextArea name="reason" value={reason} onChange={({ target }) => setReason(target.value)} />
            </Field>
          </>
        )}
      </form>
      {dialog}
    </Dialog>
  )
}

/** What the customer gets back, and what happens to their orders. */
function Refund({ preview, booking: { timezone, refunded } }: { preview: CancelPreview; booking: BookingRecord }) {
  const { t, locale } = useDeskWords()
  const { refund, total, currency, until, orders } = preview
  const show = (amount: number) => formatMoney(amount, currency, locale)
  const lost = Math.max(0, total - refunded.amount - refund)
  const numbers = (is_cancelled: boolean) =>
    orders.filter((order) => order.is_cancelled === is_cancelled).map(({ order_number }) => order_number)
  const [ended, left] = [numbers(true), numbers(false)]
  return (
    <section className="grid gap-3 rounded-xl bg-sunk p-4">
      <AmountTable
        caption={t('desk.records.cancel_dialog.refund')}
        rows={lost > 0 ? [{ label: t('desk.records.cancel_dialog.lost'), amount: show(lost), quiet: true }] : []}
        total={{ label: t('desk.records.cancel_dialog.refund'), amount: show(refund) }}
      />
      {until !== null && (
        <p className="text-sm text-ink-2">
          {t('desk.records.cancel_dialog.until', { until: formatDateTime(new Date(until), timezone, locale) })}
        </p>
      )}
      {lost > 0 && <p className="text-sm text-ink-2">{t('desk.records.cancel_dialog.other')}</p>}
      {ended.length > 0 && (
        <p className="text-sm">{t('desk.records.cancel_dialog.orders', { numbers: ended.join(', ') })}</p>
      )}
      {left.length > 0 && (
        <p className="text-sm">{t('desk.records.cancel_dialog.orders_left', { numbers: left.join(', ') })}</p>
      )}
    </section>
  )
}
