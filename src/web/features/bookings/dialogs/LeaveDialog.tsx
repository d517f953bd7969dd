import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { BookingDialogProps } from './dialog.ts'
import { useLeave } from './useLeave.ts'

/** Asks for confirmation, because checking out releases the space. */
export default function LeaveDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  const { confirm, isPending, notes, failure } = useLeave(booking, () => onOpenChange(false))
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
          <Button busy={isPending} onClick={confirm}>
            {t('bookings.leave.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{notes}</p>
        {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      </div>
    </Dialog>
  )
}
