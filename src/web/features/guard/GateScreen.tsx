import { useState } from 'react'
import { directions, type GuardScan } from '#contract/gate/guard-scans.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toScanCode } from './chain.ts'
import { describeReason } from './describeReason.ts'
import { GuardFooter } from './GuardFooter.tsx'
import type { GuardedPark, Phone } from './phone.ts'
import { readPass, type ReadCode } from './readCode.ts'
import { ScanLog } from './ScanLog.tsx'
import { Search } from './Search.tsx'
import { StatusLine } from './StatusLine.tsx'
import { sendRecorded, synchronize } from './sync.ts'
import { usePhoneState } from './usePhone.ts'
import { judge, type Judgement } from './verdict.ts'
import { VerdictScreen } from './VerdictScreen.tsx'
import { useGuardWords, type GuardWords } from './words.ts'

/** With a network, the list is read again before a verdict, for this long at most. */
const patience_ms = 1_500

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const cameraLabels = (t: GuardWords['t']) => ({
  start: t('guard.camera.start'),
  stop: t('guard.camera.stop'),
  hint: t('guard.camera.hint'),
  view: t('guard.camera.view'),
  refused: t('guard.camera.refused'),
  missing: t('guard.camera.missing'),
  unsupported: t('guard.camera.unsupported'),
})

interface Checked {
  judgement: Judgement
  /** As the scan has it. */
  code: string
  booking_code: string | null
  /** What was decided could not be kept. */
  hasFailed?: true
}

/** The gate of one car park: codes are scanned or typed, and each gets its verdict. */
export function GateScreen({ phone, park, failure }: { phone: Phone; park: GuardedPark; failure: unknown }) {
  const { t, locale } = useGuardWords()
  const { t: say } = useTranslation()
  const state = usePhoneState(phone)
  const [direction, setDirection] = useState<GuardScan['direction']>('in')
  const [checked, setChecked] = useState<Checked>()

  const check = async (code: string, read: (now: Date) => Promise<ReadCode> | ReadCode) => {
    if (phone.readState().connection === 'online')
      await Promise.race([synchronize(phone).catch(() => undefined), wait(patience_ms)])
    const now = phone.now()
    const read_code = await read(now)
    const { list, scans } = phone.readState()
    const booking_code = read_code.kind === 'invalid' ? undefined : read_code.booking_code
    const earlier = scans.filter((one) => one.booking_code === booking_code).map(({ scan }) => scan)
    const judgement = judge({ code: read_code, list, park_code: park.park_code, direction, now, earlier })
    setChecked({ judgement, code, booking_code: booking_code ?? null })
    if (judgement.verdict !== 'red') return undefined
    return describeReason({ t, locale }, judgement, direction, park.timezone, now)
  }
  const checkPass = (text: string) =>
    check(toScanCode(text), (now) => readPass(text, phone.readState().keys?.keys ?? [], now))
  const checkNumber = (booking_code: string) => check(booking_code, () => ({ kind: 'number', booking_code }))

  const decide = async (admitted: boolean) => {
    const { judgement, code, booking_code } = checked!
    const { verdict, reason, evidence, booking } = judgement
    const { park_code } = park
    const { list_at } = evidence
    const at = phone.now().toISOString()
    // The next car is not kept waiting for a slow disk.
    setChecked(undefined)
    try {
      await phone.record(
        { at, park_code, direction, code, verdict, reason, admitted, list_at },
        { booking_code, plate: booking?.plate ?? null },
      )
    } catch {
      setChecked({ ...checked!, hasFailed: true })
      return
    }
    await sendRecorded(phone).catch(() => undefined)
  }

  return (
    <>
      <div inert={checked !== undefined} className="mx-auto grid max-w-md gap-4 px-4 py-4">
        <header className="grid gap-1">
          <h1 className="text-lg wrap-anywhere">{park.name ?? park.park_code}</h1>
          <StatusLine phone={phone} state={state} />
        </header>
        {failure !== undefined && failure !== null && <Notice tone="error">{describeFailure(say, failure)}</Notice>}
        <Segmented
          label={t('guard.direction.label')}
          value={direction}
          onChange={setDirection}
          segments={directions.map((value) => ({ value, label: t(`guard.direction.${value}`) }))}
          wide
          className="rounded-lg border border-line bg-card"
        />
        <CodeCamera
          labels={cameraLabels(t)}
          isPaused={checked !== undefined}
          onCode={async (text) => void (await checkPass(text))}
        />
        <Search phone={phone} park={park} onPass={checkPass} onNumber={checkNumber} />
        <ScanLog scans={state.scans} timezone={park.timezone} />
        <GuardFooter onLeavePark={() => phone.leavePark()} />
      </div>
      {checked && (
        <VerdictScreen
          judgement={checked.judgement}
          direction={direction}
          timezone={park.timezone}
          now={phone.now()}
          hasFailed={checked.hasFailed === true}
          onDecide={(admitted) => void decide(admitted)}
          onSkip={() => setChecked(undefined)}
        />
      )}
    </>
  )
}
