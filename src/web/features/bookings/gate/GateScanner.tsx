import { type FormEvent, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Park } from '#contract/parks/parks.ts'
import { call, CallError } from '#web/api/call.ts'
import { useOnline } from '#web/page/media.ts'
import { type Translate, useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { reasonOf } from '../reason.ts'
import { readGateCode } from './readGateCode.ts'

/** The car park whose code was read. */
export type ScannedPark = Pick<
  Park,
  'id' | 'park_code' | 'slug' | 'name' | 'near' | 'address' | 'city' | 'lat' | 'lng' | 'bookable'
>

interface GateScannerProps {
  /** Car parks that need not be looked up: those of the driver's bookings. */
  known: readonly Booking['park'][]
  onPark: (park: ScannedPark) => unknown
}

/** Not a code of ours, but as long as one, so that nobody takes it for theirs. */
const exampleCode = 'PK7M2QX'

/** Reads the code of a gate's poster with the camera, or as it is typed, and finds its car park. */
export function GateScanner({ known, onPark }: GateScannerProps) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const [typed, setTyped] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const find = async (handle: string) => {
    setProblem(undefined)
    setIsBusy(true)
    try {
      await onPark(await findPark(handle, known))
    } catch (error) {
      setProblem(describe(t, error, handle))
    } finally {
      setIsBusy(false)
    }
  }
  const scan = async (text: string) => {
    const handle = readGateCode(text)
    if (handle === undefined) setProblem(t('bookings.gate_scan.not_gate'))
    else await find(handle)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const text = typed.trim()
    const handle = readGateCode(text)
    if (text === '') setFieldError(t('bookings.gate_scan.required'))
    else if (handle === undefined) setFieldError(t('bookings.gate_scan.unknown', { code: text }))
    else void find(handle)
  }
  return (
    <div className="grid gap-4">
      {!isOnline && <Notice tone="warning">{t('bookings.gate_scan.offline')}</Notice>}
      <CodeCamera labels={cameraLabels(t)} startsOn isPaused={isBusy} onCode={scan} />
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      <form noValidate onSubmit={submit} className="grid gap-3">
        <Field
          label={t('bookings.gate_scan.code')}
          hint={t('bookings.gate_scan.code_hint', { example: exampleCode })}
          error={fieldError}
        >
          <TextInput
            name="gate_code"
            value={typed}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            onChange={({ target }) => {
              setTyped(target.value)
              setFieldError(undefined)
            }}
          />
        </Field>
        <Button type="submit" variant="outline" wide busy={isBusy}>
          {t('bookings.gate_scan.submit')}
        </Button>
      </form>
    </div>
  )
}

const cameraLabels = (t: Translate) => ({
  start: t('bookings.gate_scan.camera.start'),
  view: t('bookings.gate_scan.camera.view'),
  refused: t('bookings.gate_scan.camera.refused'),
  missing: t('bookings.gate_scan.camera.missing'),
  unsupported: t('bookings.gate_scan.camera.unsupported'),
})

/** Returns the car park with a code or slug. Throws CallError. */
async function findPark(handle: string, known: GateScannerProps['known']): Promise<ScannedPark> {
  const own = known.find(({ park_code, slug }) => park_code === handle || slug === handle)
  if (own !== undefined) return { ...own, bookable: true }
  return call('GET /api/v1/front/parks/{parkId}', { params: { parkId: handle } })
}

const describe = (t: Translate, error: unknown, code: string): string =>
  error instanceof CallError && error.status === 404
    ? t('bookings.gate_scan.unknown', { code })
    : t('bookings.gate_scan.failed', { reason: reasonOf(t, error) })
