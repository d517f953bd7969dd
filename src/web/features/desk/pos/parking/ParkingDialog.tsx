import { useState } from 'react'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { BookedParking } from './BookedParking.tsx'
import { BookParking } from './BookParking.tsx'
import { FindParking } from './FindParking.tsx'

interface ParkingDialogProps {
  shift: OwnShift
  onClose: () => void
}

const tabs = ['book', 'find'] as const

/** Parking at the counter: a space for a plate, and bookings that a counter sold before. */
export function ParkingDialog({ shift, onClose }: ParkingDialogProps) {
  const { t } = useDeskWords()
  const [tab, setTab] = useState<(typeof tabs)[number]>('book')
  const [code, setCode] = useState('')
  const { register } = shift
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.parking.title')}
      closeLabel={t('desk.close')}
      size="lg"
      phone="full"
    >
      <div className="grid gap-5">
        <Segmented
          label={t('desk.pos.parking.title')}
          wide
          segments={tabs.map((value) => ({ value, label: t(`desk.pos.parking.tabs.${value}`) }))}
          value={tab}
          onChange={(next) => {
            setTab(next)
            setCode('')
          }}
        />
        {tab === 'find' ? (
          <FindParking register={register} />
        ) : code === '' ? (
          <BookParking register={register} onBooked={({ booking_code }) => setCode(booking_code)} />
        ) : (
          <BookedParking code={code} width={register.receipt_width} isNew onNext={() => setCode('')} />
        )}
      </div>
    </Dialog>
  )
}
