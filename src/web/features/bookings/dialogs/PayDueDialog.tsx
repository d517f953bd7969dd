import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PayButton } from '#web/ui/PayButton.tsx'
import { usePayDebts } from '../changes.ts'
import { reasonOf } from '../reason.ts'
import { useFinish } from '../useFinish.ts'
import { useOutstanding } from '../useOutstanding.ts'
import type { BookingDialogProps } from './dialog.ts'

/** Pays an overstay's outstanding balance from the wallet, after a top-up if the balance is too low. */
export default function PayDueDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t, locale } = useTranslation()
  const { id, due, currency, park, booking_code } = booking
  const pay = usePayDebts(id)
  // The whole outstanding balance is charged; until it is loaded, that of this booking is shown.
  const total = Math.max(due, useOutstanding(currency))
  const funds = useFunds(total, currency)
  const finish = useFinish(pay.isError && due === 0, () => {
    onOpenChange(false)
    toast(t('bookings.outstanding.done'))
  })
  const confirm = async () => {
    const answer = await pay.mutateAsync().catch(() => undefined)
    if (answer !== undefined) finish()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.outstanding.dialog')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        funds.state === 'short' ? undefined : (
          <PayButton wide disabled={funds.state !== 'enough' || due === 0} busy={pay.isPending} onClick={confirm}>
            {t('bookings.outstanding.confirm', { amount: formatMoney(total, currency, locale) })}
          </PayButton>
        )
      }
    >
      <div className="grid gap-4">
        {pay.isError && <Notice tone="error">{reasonOf(t, pay.error)}</Notice>}
        <WalletPart
          price={{ total, currency }}
          label={t('bookings.outstanding.line')}
          country={park.country_code}
          returnTo={paths.bookingDetails(booking_code, { do: 'pay_due' })}
        />
      </div>
    </Dialog>
  )
}
