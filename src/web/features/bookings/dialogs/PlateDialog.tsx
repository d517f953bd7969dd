import { type FormEvent, useRef, useState } from 'react'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { addWaiting } from '../pass/waiting.ts'
import type { BookingDialogProps } from './dialog.ts'

/** Corrects the plate; the page sends it, without a network later. */
export default function PlateDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  const [plate, setPlate] = useState(booking.plate)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const read = PlateText.safeParse(plate)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = !read.success
      ? t(plate.trim() === '' ? 'errors.fields.required' : 'errors.fields.plate')
      : read.data === booking.plate
        ? t('bookings.plate_dialog.same')
        : undefined
    setProblem(wrong)
    if (wrong !== undefined || !read.success) {
      input.current?.focus()
      return
    }
    onOpenChange(false)
    addWaiting(booking.id, { kind: 'plate', plate: read.data, from: booking.plate })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('bookings.plate_dialog.title')}
      description={t('bookings.plate_dialog.text')}
      closeLabel={t('common.close')}
      initialFocus={input}
      footer={
        <Button type="submit" form="plate" wide>
          {t('bookings.plate_dialog.save')}
        </Button>
      }
    >
      <form id="plate" noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('bookings.plate_dialog.field')} error={problem} required>
          <TextInput
            ref={input}
            name="plate"
            value={plate}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={12}
            className="uppercase"
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setProblem(undefined)
              setPlate(event.target.value)
            }}
          />
        </Field>
        <p aria-hidden="true" className="min-h-14 text-center">
          {read.success && <Plate country={booking.park.country_code} text={read.data} size="lg" />}
        </p>
      </form>
    </Dialog>
  )
}
