import { type FormEvent, useState } from 'react'
import { readPassText } from '#contract/bookings/pass-text.ts'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import { normalizeCode } from '#contract/codes.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useCameraLabels } from '../useCameraLabels.ts'
import { BookedParking } from './BookedParking.tsx'

/** The code that somebody typed, or that of a scanned pass. */
const toCode = (text: string): string => normalizeCode(readPassText(text.trim())?.content.booking_code ?? text)

/** A booking that a counter sold, by its code or its pass. */
export function FindParking({ register }: { register: OwnShift['register'] }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const labels = useCameraLabels()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const find = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(toCode(typed) === '')
    setCode(toCode(typed))
  }
  return (
    <div data-scanner="" className="grid gap-4">
      <form noValidate onSubmit={find} className="flex flex-wrap items-end gap-2">
        <Field
          label={t('desk.pos.parking.search')}
          error={isEmpty ? site('errors.fields.required') : undefined}
          className="min-w-48 flex-1"
        >
          <TextInput
            autoComplete="off"
            maxLength={600}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit">{t('desk.pos.customer.find')}</Button>
        <Button variant="outline" onClick={() => setScanning(!isScanning)}>
          {t('desk.pos.scan.open')}
        </Button>
      </form>
      {isScanning && (
        <CodeCamera
          labels={labels}
          startsOn
          isPaused={false}
          onCode={(text) => {
            setScanning(false)
            setTyped(toCode(text))
            setCode(toCode(text))
            return Promise.resolve()
          }}
        />
      )}
      {code !== '' && <BookedParking key={code} code={code} width={register.receipt_width} />}
    </div>
  )
}
