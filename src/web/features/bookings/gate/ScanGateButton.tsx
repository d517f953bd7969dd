import { ScanLine } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { offersGateScan } from '../actions.ts'
import { useBookings } from '../api.ts'
import { phaseOf } from '../phase.ts'
import type { FindBookingDialogProps } from './FindBookingDialog.tsx'

const load = () => import('./FindBookingDialog.tsx')

/** Scans the code at the gate where the driver does not say for which booking; shown while there may be one to scan it for. */
export function ScanGateButton() {
  const { t } = useTranslation()
  const current = useBookings('current').data?.items
  const upcoming = useBookings('upcoming').data?.items
  const [shown, setShown] = useState<{
    Dialog: ComponentType<FindBookingDialogProps>
    open: boolean
    opening: number
  }>()
  const now = new Date()
  const mayScan = (booking: Booking) => offersGateScan(booking, phaseOf(booking, now), now)
  const show = async () => {
    try {
      const { default: Dialog } = await load()
      setShown((last) => ({ Dialog, open: true, opening: (last?.opening ?? 0) + 1 }))
    } catch {
      toast(t('bookings.not_loaded'), { tone: 'error' })
    }
  }
  if (![...(current ?? []), ...(upcoming ?? [])].some(mayScan)) return null
  const preload = () => void load().catch(() => undefined)
  return (
    <>
      <Button variant="alt" size="md" onPointerEnter={preload} onFocus={preload} onClick={show}>
        <ScanLine aria-hidden="true" className="size-5" />
        {t('bookings.gate_scan.action')}
      </Button>
      {shown && (
        <shown.Dialog
          key={shown.opening}
          open={shown.open}
          onOpenChange={(open) => setShown((last) => last && { ...last, open })}
        />
      )}
    </>
  )
}
