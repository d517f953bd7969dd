import { Camera, Trash2 } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSpot } from './changes.ts'
import type { BookingDialogProps } from './dialog.ts'
import { findHere, keepHere, shrink } from './here.ts'
import { reasonOf } from './reason.ts'

/** As long as the contract takes them. */
const lengths = { level: 20, bay: 20, note: 200 } as const

const told = (text: string) => (text.trim() === '' ? null : text.trim())

/** Where the car stands: level, bay, a note, and a photo that stays on this device. */
export default function SpotDialog({ booking, open, onOpenChange }: BookingDialogProps) {
  const { t } = useTranslation()
  const { id } = booking
  const [here] = useState(() => findHere(id))
  const spot = here.spot ?? booking.spot
  const [fields, setFields] = useState({ level: spot?.level ?? '', bay: spot?.bay ?? '', note: spot?.note ?? '' })
  const [photo, setPhoto] = useState(here.photo)
  const [problem, setProblem] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  const change = useSpot(id)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const noted = { level: told(fields.level), bay: told(fields.bay), note: told(fields.note) }
    // Down in a garage there may be no network: what was typed is kept first, and sent when there is.
    keepHere(id, { photo, spot: noted })
    onOpenChange(false)
    change.mutate(noted, {
      onSuccess: () => {
        keepHere(id, { spot: undefined })
        toast(t('bookings.spot.done'))
      },
      onError: (error) => {
        if (error instanceof CallError && error.status === 0) {
          toast(t('bookings.spot.kept'), { tone: 'info' })
          return
        }
        keepHere(id, { spot: undefined })
        toast(t('bookings.spot.failed', { reason: reasonOf(t, error) }), { tone: 'error' })
      },
    })
  }
  const field = (name: keyof typeof fields, hint?: string) => (
    <Field label={t(`bookings.spot.${name}`)} hint={hint}>
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
      title={t('bookings.spot.title')}
      closeLabel={t('common.close')}
      initialFocus={first}
      footer={
        <Button type="submit" form="spot" wide>
          {t('bookings.spot.save')}
        </Button>
      }
    >
      <form id="spot" noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-2.5">
          {field('level')}
          {field('bay')}
        </div>
        {field('note', t('bookings.spot.note_hint'))}
        <PhotoField
          photo={photo}
          problem={problem}
          onPhoto={(url) => {
            setProblem(undefined)
            setPhoto(url)
          }}
          onProblem={() => setProblem(t('bookings.spot.photo_failed'))}
        />
      </form>
    </Dialog>
  )
}

interface PhotoFieldProps {
  photo: string | undefined
  problem: string | undefined
  onPhoto: (url: string | undefined) => void
  onProblem: () => void
}

function PhotoField({ photo, problem, onPhoto, onProblem }: PhotoFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same picture may be chosen again.
    target.value = ''
    if (file === undefined) return
    await shrink(file).then(onPhoto, onProblem)
  }
  return (
    <div role="group" aria-labelledby="spot-photo" className="grid gap-1.5">
      <p id="spot-photo" className="text-base font-semibold">
        {t('bookings.spot.photo')}
      </p>
      <p className="text-sm text-ink-2">{t('bookings.spot.photo_hint')}</p>
      {photo !== undefined && (
        <img
          src={photo}
          alt={t('bookings.spot.photo_alt')}
          className="h-44 w-full rounded-lg border border-line object-cover"
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" size="md" onClick={() => input.current?.click()}>
          <Camera aria-hidden="true" className="size-5" />
          {t(photo === undefined ? 'bookings.spot.photo_take' : 'bookings.spot.photo_again')}
        </Button>
        {photo !== undefined && (
          <Button variant="ghost" size="md" onClick={() => onPhoto(undefined)}>
            <Trash2 aria-hidden="true" className="size-5" />
            {t('bookings.spot.photo_remove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-label={t('bookings.spot.photo')}
        className="sr-only"
        onChange={(event) => void take(event)}
      />
      <FieldError error={problem} />
    </div>
  )
}
