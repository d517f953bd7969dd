import { CircleCheck, CircleX, Clock3, TriangleAlert, CloudOff, Wifi } from 'lucide-react'
import { useState, useEffect, useReducer } from 'react'
import { directions, type GuardScan } from '#contract/gate/guard-scans.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatTime } from '#web/time/format.ts'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toScanCode } from './chain.ts'
import { describeAge } from './describeAge.ts'
import { describeDecision } from './describeDecision.ts'
import { describeReason } from './describeReason.ts'
import { DueList } from './DueList.tsx'
import { GuardFooter } from './GuardFooter.tsx'
import type { GuardedPark, Phone, StoredScan, PhoneState } from './phone.ts'
import { readPass, type ReadCode } from './readCode.ts'
import { Search } from './Search.tsx'
import { spaceCode } from './spaceCode.ts'
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
  const { t: site } = useTranslation()
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
    const earlier = scans.filter((scan) => scan.booking_code === booking_code).map(({ scan }) => scan)
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
        {failure !== undefined && failure !== null && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
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
        <DueList phone={phone} park={park} direction={direction} onNumber={checkNumber} />
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

const shown = 8

/** The last scans of this phone, and what became of them. */
function ScanLog({ scans, timezone }: { scans: readonly StoredScan[]; timezone: string }) {
  const { t, locale } = useGuardWords()
  if (scans.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{t('guard.log.title')}</h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-card">
        {scans
          .slice(-shown)
          .reverse()
          .map(({ scan, booking_code, plate, result }) => (
            <li key={scan.nonce} className="flex gap-3 px-3 py-2">
              <ResultIcon result={result} />
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-semibold wrap-anywhere">
                  {plate ?? (booking_code === null ? t('guard.log.unreadable') : spaceCode(booking_code))}
                  {' · '}
                  {t(`guard.log.${describeDecision(scan)}`)}
                </p>
                <p className="text-ink-2">
                  {result === undefined ? t('guard.log.waiting') : t(`guard.log.${result.outcome}`)}
                  {result?.reason && ` · ${t(`guard.log.reasons.${result.reason}`)}`}
                </p>
              </div>
              <time dateTime={scan.at} className="shrink-0 text-sm text-ink-2 tabular-nums">
                {formatTime(new Date(scan.at), timezone, locale)}
              </time>
            </li>
          ))}
      </ul>
    </section>
  )
}

function ResultIcon({ result }: { result: StoredScan['result'] }) {
  if (result === undefined) return <Clock3 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
  if (result.outcome === 'conflict') return <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-bad" />
  if (result.outcome === 'already')
    return <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-few" />
  return <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-free" />
}

const every_ms = 15_000

/** Whether there is a network, how old the list is, and how many scans wait to be sent. */
function StatusLine({ phone, state: { connection, list, scans } }: { phone: Phone; state: PhoneState }) {
  const { t } = useGuardWords()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, every_ms)
    return () => clearInterval(timer)
  }, [])
  const unsent = scans.filter(({ result }) => result === undefined).length
  const Icon = connection === 'offline' ? CloudOff : Wifi
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
        <Icon aria-hidden="true" className="size-4" />
        {t(`guard.status.${connection}`)}
      </span>
      <span>{list === undefined ? t('guard.status.no_list') : describeAge(t, list.at, phone.now())}</span>
      {unsent > 0 && <span className="font-semibold">{t('guard.status.unsent', { count: unsent })}</span>}
    </p>
  )
}
