import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { findGateBookings } from '../api-gate.ts'
import { useBookings } from '../api.ts'
import { GateScanner, type ScannedPark } from './GateScanner.tsx'
import { scannedGate } from './scannedGate.ts'
import { WrongPark } from './WrongPark.tsx'

export interface FindBookingDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Scans the code at the gate and opens the driver's booking there. */
export default function FindBookingDialog({ open, onOpenChange }: FindBookingDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const bookings = [...(useBookings('current').data?.items ?? []), ...(useBookings('upcoming').data?.items ?? [])]
  const [found, setFound] = useState<{ park: ScannedPark; elsewhere: Booking | undefined }>()

  const settle = (park: ScannedPark) => {
    const { here, elsewhere } = findGateBookings(bookings, park.id, new Date())
    if (here === undefined) return setFound({ park, elsewhere })
    onOpenChange(false)
    const isPaid = here.status !== 'pending'
    void navigate(paths.bookingDetails(here.booking_code, isPaid ? { do: 'scan_gate' } : {}), {
      state: scannedGate(here.park.park_code),
    })
  }
  const frame = { open, onOpenChange, closeLabel: t('common.close') }
  const again = (
    <Button variant="outline" onClick={() => setFound(undefined)}>
      {t('bookings.gate_scan.again')}
    </Button>
  )
  if (found === undefined)
    return (
      <Dialog {...frame} title={t('bookings.gate_scan.action')} description={t('bookings.gate_scan.lead')}>
        <GateScanner known={bookings.map(({ park }) => park)} onPark={settle} />
      </Dialog>
    )
  const { park, elsewhere } = found
  if (elsewhere !== undefined)
    return (
      <Dialog {...frame} title={t('bookings.gate_scan.wrong')} footer={again}>
        <WrongPark booking={elsewhere} park={park} />
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      title={t('bookings.gate_scan.none')}
      footer={
        <>
          {again}
          {park.bookable && <ButtonLink to={paths.gate(park.park_code)}>{t('bookings.gate_scan.book')}</ButtonLink>}
        </>
      }
    >
      <p className="text-ink-2">{t('bookings.gate_scan.none_text', { park: parkLabel(park, t) })}</p>
    </Dialog>
  )
}
