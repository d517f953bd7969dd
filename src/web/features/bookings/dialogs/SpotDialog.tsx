import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { findSavedSpot, saveSpot } from '../pass/savedSpot.ts'
import { addWaiting, findWaitingSpot } from '../pass/waiting.ts'
import type { BookingDialogProps } from './dialog.ts'
import { PositionField } from './PositionField.tsx'

/** Length limits of the contract. */
const lengths = { level: 20, bay: 20, note: 200 } as const

const trimToNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** Where the car is parked: level, bay, a note, the phone's position, and a photo that stays on this device. */
export default function SpotDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  const { id } = booking
  const [here] = useState(() => findSavedSpot(id))
  const [spot] = useState(() => findWaitingSpot(id) ?? booking.spot)
  const [fields, setFields] = useState({ level: spot?.level ?? '', bay: spot?.bay ?? '', note: spot?.note ?? '' })
  const photo = usePhoto({ initial: here.photo })
  const [isSaving, setSaving] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const [position, setPosition] = useState(spot?.position ?? null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    const ready = await photo.whenReady()
    setSaving(false)
    if (ready === undefined) return
    const level = trimToNull(fields.level)
    const enteredSpot = { level, bay: trimToNull(fields.bay), note: trimToNull(fields.note), position }
    saveSpot(id, { photo: ready.url })
    onOpenChange(false)
    // Garages may have no network: the page sends it when it can.
    addWaiting(id, { kind: 'spot', spot: enteredSpot, from: booking.spot })
  }
  const field = (name: keyof typeof fields, hint?: string) => (
    <Field label={t(`bookings.car_location.${name}`)} hint={hint}>
      <TextInput
        ref={name === 'level' ? first : undefined}
        name={name}
        autoComplete="off"
        maxLength={lengths[name]}
        value={fields[name]}
        onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.car_location.title')}
      closeLabel={t('common.close')}
      initialFocus={first}
      footer={
        <Button type="submit" form="spot" wide busy={isSaving}>
          {t('bookings.car_location.save')}
        </Button>
      }
    >
      <form id="spot" noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-2.5">
          {field('level')}
          {field('bay')}
        </div>
        {field('note', t('bookings.car_location.note_hint'))}
        <PositionField position={position} onPosition={setPosition} />
        <PhotoField
          label={t('bookings.car_location.photo')}
          hint={t('bookings.car_location.photo_hint')}
          alt={t('bookings.car_location.photo_alt')}
          photo={photo}
          fromCamera
        />
      </form>
    </Dialog>
  )
}
