import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BookingDetails, CancelPreview } from '#contract/bookings/bookings.ts'
import { CallError, call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCancel } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import type { BookingDialogProps } from './dialog.ts'
import { useCancelPreview } from './previews.ts'

/** Shows the refund before cancelling, and cancels only for that refund. */
export default function CancelDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const money = (amount: number) => formatMoney(amount, booking.currency, locale)
  const preview = useCancelPreview(booking.id, open && booking.can.cancel)
  const cancel = useCancel(booking.id)
  const [changed, setChanged] = useState(false)
  const hasFinished = useRef(false)

  const finish = (refunded: number) => {
    if (hasFinished.current) return
    hasFinished.current = true
    onOpenChange(false)
    toast(
      refunded > 0
        ? t('bookings.cancel_dialog.done', { amount: money(refunded) })
        : t('bookings.cancel_dialog.done_none'),
      { tone: 'success' },
    )
  }
  // If the response was lost, the booking itself shows that it is cancelled.
  const cancelled = booking.status === 'cancelled'
  useEffect(() => {
    if (open && cancelled) finish(booking.refunded)
  })

  const confirm = async () => {
    const shown = preview.data
    setChanged(false)
    // The refund may have changed since it was shown: cancel only for the amount that the driver saw.
    const fresh = await preview.refetch()
    if (fresh.isError || !fresh.data?.allowed) return
    if (fresh.data.refund !== shown?.refund) {
      setChanged(true)
      return
    }
    const answer = await cancel.mutateAsync().catch(() => undefined)
    if (answer) finish(answer.refunded)
  }

  const ready = preview.data?.allowed === true
  const refund = preview.data?.refund ?? 0
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.cancel_dialog.title')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {t('bookings.cancel_dialog.keep')}
          </Button>
          {preview.isError ? (
            <Button variant="alt" onClick={() => preview.refetch()}>
              {t('common.try_again')}
            </Button>
          ) : (
            (ready || preview.data === undefined) && (
              <Button variant="danger" disabled={!ready} busy={cancel.isPending} onClick={confirm}>
                {refund > 0
                  ? t('bookings.cancel_dialog.confirm_refund', { amount: money(refund) })
                  : t('bookings.cancel_dialog.confirm')}
              </Button>
            )
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {preview.data === undefined ? (
          preview.isError ? (
            <Notice tone="error" title={t('bookings.cancel_dialog.failed')}>
              {sentence(preview.error)}
            </Notice>
          ) : (
            <div role="status">
              <span className="sr-only">{t('bookings.cancel_dialog.calculating')}</span>
              <Skeleton className="h-24" />
            </div>
          )
        ) : preview.data.allowed ? (
          <>
            <Refund preview={preview.data} booking={booking} />
            <Orders orders={preview.data.orders} />
            <CancelSeries booking={booking} onDone={() => onOpenChange(false)} />
          </>
        ) : (
          <Notice tone="warning">{t('bookings.cancel_dialog.refused')}</Notice>
        )}
        {preview.data !== undefined && preview.isError && <Notice tone="error">{sentence(preview.error)}</Notice>}
        {changed && ready && (
          <Notice tone="warning" live>
            {t('bookings.cancel_dialog.changed', { amount: money(refund) })}
          </Notice>
        )}
        {cancel.isError && !cancelled && (
          <Notice tone="error">
            {cancel.error instanceof CallError && cancel.error.status !== 0
              ? describeFailure(t, cancel.error)
              : t('bookings.cancel_dialog.lost')}
          </Notice>
        )}
      </div>
    </Dialog>
  )

  function sentence(error: Error): string {
    return describeFailure(t, error)
  }
}

/** What becomes of what was ordered for the vehicle. */
function Orders({ orders }: Pick<CancelPreview, 'orders'>) {
  const { t, locale } = useTranslation()
  if (orders.length === 0) return null
  return (
    <ul className="grid gap-2">
      {orders.map(({ order_number, total, is_cancelled }) => (
        <li key={order_number}>
          {t(is_cancelled ? 'bookings.cancel_dialog.order_ends' : 'bookings.cancel_dialog.order_stays', {
            number: order_number,
            amount: formatMoney(total.amount, total.currency, locale),
          })}
        </li>
      ))}
    </ul>
  )
}

/** The refund, and until when that amount applies. */
function Refund({ preview, booking }: { preview: CancelPreview; booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const { refund, total, currency, until } = preview
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const headline =
    total === 0
      ? t('bookings.cancel_dialog.free')
      : refund === 0
        ? t('bookings.cancel_dialog.none')
        : refund === total
          ? t('bookings.cancel_dialog.all', { amount: money(refund) })
          : t('bookings.cancel_dialog.part', { amount: money(refund), total: money(total) })
  return (
    <div role="status" className="rounded-lg bg-sunk px-4 py-4">
      <p className="text-lg font-black amount">{headline}</p>
      <p className="mt-1 text-ink-2">
        {refund > 0 && `${t('bookings.cancel_dialog.to_wallet')} `}
        {refund === 0 && total > 0
          ? t('bookings.cancel_dialog.no_refund_text')
          : t('bookings.cancel_dialog.space_released')}
      </p>
      {until !== null && refund > 0 && (
        <p className="mt-2 font-semibold">
          {t('bookings.cancel_dialog.valid_until', {
            until: describeDeadline(t, locale, {
              until: new Date(until),
              start: new Date(booking.start_time),
              zone: booking.park.timezone,
            }),
          })}
        </p>
      )}
    </div>
  )
}

/** For a booking of a weekly series: cancels it with all later ones. Nothing for any other booking. */
function CancelSeries({ booking: { id, currency }, onDone }: { booking: BookingDetails; onDone: () => void }) {
  const { t, locale } = useTranslation()
  const queries = useQueryClient()
  const later = useQuery({
    queryKey: ['bookings', 'series', id],
    queryFn: ({ signal }) => call('GET /api/v1/bookings/{id}/series', { params: { id }, signal }),
    staleTime: 0,
  })
  const cancel = useMutation({
    mutationFn: () =>
      sendOnce(requestNames.changeBooking('cancel_series', id), { body: null }, (_body, retryKey) =>
        call('POST /api/v1/bookings/{id}/series/cancel', { params: { id }, retryKey }),
      ),
    networkMode: 'always',
    onSettled: () =>
      Promise.all([['bookings'], ['wallet'], ['park']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const count = later.data?.items.length ?? 0
  if (count < 2) return null
  const refund = sumOf(
    later.data!.items.map((item) => item.refund),
    currency,
  )
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const confirm = async () => {
    const { items } = await cancel.mutateAsync()
    const refunded = sumOf(
      items.map((item) => item.refunded),
      currency,
    )
    onDone()
    toast(t('bookings.weekly.cancelled', { count: items.length, amount: money(refunded) }))
  }
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>{t('bookings.weekly.later', { count: count - 1 })}</p>
      {cancel.isError && <Notice tone="error">{reasonOf(t, cancel.error)}</Notice>}
      <Button variant="outline" wide onClick={() => confirm().catch(() => undefined)}>
        {t('bookings.weekly.cancel_all', { count, amount: money(refund) })}
      </Button>
    </div>
  )
}
