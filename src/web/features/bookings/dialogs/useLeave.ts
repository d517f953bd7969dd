import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { useCheckOut } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import { useFinish } from '../useFinish.ts'

/** Checks out, then closes; with what it means, and why it failed. */
export function useLeave(booking: BookingDetails, close: () => void) {
  const { t } = useTranslation()
  const leave = useCheckOut(booking.id)
  const finish = useFinish(leave.isError && booking.status === 'completed', () => {
    close()
    toast(t('bookings.checked_out'))
  })
  const confirm = async () => {
    const answer = await leave.mutateAsync().catch(() => undefined)
    if (answer !== undefined) finish()
  }
  const isLate = booking.status === 'overstayed'
  const notes = [
    t(isLate ? 'bookings.leave.text_late' : 'bookings.leave.text'),
    ...(booking.auto_extend_until === null ? [] : [t('bookings.leave.text_auto')]),
  ].join(' ')
  const failure = leave.isError ? t('bookings.checked_out_failed', { reason: reasonOf(t, leave.error) }) : undefined
  return { confirm, isPending: leave.isPending, notes, failure }
}
