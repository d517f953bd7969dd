import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useCheckOut } from '#web/features/bookings/changes.ts'
import type { BookingDialogProps } from './dialog.ts'
import { reasonOf } from '#web/features/bookings/reason.ts'
import { useFinish } from '#web/features/bookings/useFinish.ts'
import { useTranslation } from '#web/lib/translation.ts'

/** Asks for confirmation, because checking out releases the space. */
export default function LeaveDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  const leave = useCheckOut(booking.id)
  const late = booking.status === 'overstayed'
  const finish = useFinish(leave.isError && booking.status === 'completed', () => {
    onOpenChange(false)
    toast(t('bookings.checked_out'))
  })
  const confirm = async () => {
    const answer = await leave.mutateAsync().catch(() => undefined)
    if (answer !== undefined) finish()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.leave.title')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {t('bookings.leave.stay')}
          </Button>
          <Button busy={leave.isPending} onClick={confirm}>
            {t('bookings.leave.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {t(late ? 'bookings.leave.text_late' : 'bookings.leave.text')}
          {booking.auto_extend_until !== null && ` ${t('bookings.leave.text_auto')}`}
        </p>
        {leave.isError && (
          <Notice tone="error">{t('bookings.checked_out_failed', { reason: reasonOf(t, leave.error) })}</Notice>
        )}
      </div>
    </Dialog>
  )
}
