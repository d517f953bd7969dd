import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { call } from '#web/api/call.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { reasonOf } from '../reason.ts'

/** For a booking of a weekly series: cancels it with all later ones. Nothing for any other booking. */
export function CancelSeries({ booking: { id, currency }, onDone }: { booking: BookingDetails; onDone: () => void }) {
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
    later.data!.items.map((one) => one.refund),
    currency,
  )
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const confirm = async () => {
    const { items } = await cancel.mutateAsync()
    const refunded = sumOf(
      items.map((one) => one.refunded),
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
