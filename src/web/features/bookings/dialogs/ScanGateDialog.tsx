import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { grace } from '#contract/bookings/booking-rules.ts'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useBooking } from '../api-booking.ts'
import { useCheckIn } from '../changes.ts'
import { GateScanner, type ScannedPark } from '../gate/GateScanner.tsx'
import { readScannedGate } from '../gate/scannedGate.ts'
import { WrongPark } from '../gate/WrongPark.tsx'
import { reasonOf } from '../reason.ts'
import { useFinish } from '../useFinish.ts'
import type { BookingDialogProps } from './dialog.ts'
import { useLeave } from './useLeave.ts'

type Stage = { kind: 'scanning' } | { kind: 'here' } | { kind: 'elsewhere'; park: ScannedPark }

/** Scans the code at the gate: checks in, asks before checking out, or warns at another car park. */
export default function ScanGateDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  // The list of bookings has scanned it already.
  const [given] = useState(readScannedGate(useLocation().state) === booking.park.park_code)
  const [stage, setStage] = useState<Stage>({ kind: given ? 'here' : 'scanning' })
  const close = () => onOpenChange(false)
  const arrival = useArrival(booking, close)
  const leave = useLeave(booking, close)
  const isArriving = booking.check_in === 'scan' && booking.can.check_in
  const isLeaving = !isArriving && !arrival.isDone && booking.can.check_out

  const settle = async (park: ScannedPark): Promise<void> => {
    if (park.id !== booking.park.id) return setStage({ kind: 'elsewhere', park })
    if (isArriving && (await arrival.record(park.park_code))) return
    setStage({ kind: 'here' })
  }
  // This device's copy may be from before the check-in: whether the driver comes or leaves is the server's to say.
  const isWaiting = !useBooking(booking.booking_code).isFetchedAfterMount
  const hasRecorded = useRef(false)
  useEffect(() => {
    if (!given || isWaiting || hasRecorded.current) return
    hasRecorded.current = true
    if (isArriving) void arrival.record(booking.park.park_code)
    // Only once the dialog is open and the booking is the server's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWaiting])

  const frame = { open, onOpenChange, closeLabel: t('common.close') }
  const again = (
    <Button variant="outline" onClick={() => setStage({ kind: 'scanning' })}>
      {t('bookings.gate_scan.again')}
    </Button>
  )
  if (stage.kind === 'elsewhere')
    return (
      <Dialog {...frame} title={t('bookings.gate_scan.wrong')} footer={again}>
        <WrongPark booking={booking} park={stage.park} />
      </Dialog>
    )
  if (stage.kind === 'scanning')
    return (
      <Dialog {...frame} title={t('bookings.gate_scan.action')} description={t('bookings.gate_scan.lead')}>
        <GateScanner known={[booking.park]} onPark={settle} />
      </Dialog>
    )
  if (isLeaving)
    return (
      <Dialog
        {...frame}
        title={t('bookings.gate_scan.leaving')}
        footer={
          <>
            <Button variant="outline" onClick={close}>
              {t('bookings.leave.stay')}
            </Button>
            <Button busy={leave.isPending} onClick={leave.confirm}>
              {t('bookings.gate_scan.check_out')}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p className="text-ink-2">{leave.notes}</p>
          {leave.failure !== undefined && <Notice tone="error">{leave.failure}</Notice>}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      {...frame}
      title={t('bookings.gate_scan.here')}
      footer={
        isArriving ? (
          <Button wide busy={arrival.isPending || isWaiting} onClick={() => arrival.record(booking.park.park_code)}>
            {t('bookings.action.check_in')}
          </Button>
        ) : (
          <Button wide onClick={close}>
            {t('bookings.gate_scan.done')}
          </Button>
        )
      }
    >
      {arrival.failure !== undefined && isArriving ? (
        <Notice tone="error">{arrival.failure}</Notice>
      ) : (
        !arrival.isDone && <Standing booking={booking} />
      )}
    </Dialog>
  )
}

/** What there is to do at the right car park. */
function Standing({ booking }: { booking: BookingDetails }): ReactNode {
  const { t, locale } = useTranslation()
  const { park, status, check_in, start_time } = booking
  const opens = new Date(Date.parse(start_time) - grace.arrival_min * minute_ms)
  if (check_in === 'clock' && status === 'active')
    return <p className="text-ink-2">{t('bookings.gate_scan.no_check_in')}</p>
  if (status === 'active' && new Date() < opens)
    return (
      <p className="text-ink-2">
        {t('bookings.gate_scan.early', { time: formatMomentInSentence(opens, park.timezone, locale) })}
      </p>
    )
  return booking.can.check_in ? null : <p className="text-ink-2">{t('bookings.gate_scan.nothing')}</p>
}

/** Checks in with the code of the gate, then closes; with why it failed. */
function useArrival(booking: BookingDetails, close: () => void) {
  const { t } = useTranslation()
  const checkIn = useCheckIn(booking.id)
  const finish = useFinish(checkIn.isError && booking.status === 'checked_in', () => {
    close()
    toast(t('bookings.checked_in'))
  })
  /** True once it is recorded. */
  const record = async (park_code: string): Promise<boolean> => {
    const answer = await checkIn.mutateAsync(park_code).catch(() => undefined)
    if (answer !== undefined) finish()
    return answer !== undefined
  }
  const failure = checkIn.isError ? t('bookings.checked_in_failed', { reason: reasonOf(t, checkIn.error) }) : undefined
  return { record, isPending: checkIn.isPending, isDone: checkIn.isSuccess, failure }
}
