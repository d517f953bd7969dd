import { CircleCheck, CircleX, Clock3, TriangleAlert } from 'lucide-react'
import { formatTime } from '#web/time/format.ts'
import { describeDecision } from './describeDecision.ts'
import type { KeptScan } from './phone.ts'
import { spaceCode } from './spaceCode.ts'
import { useGuardWords } from './words.ts'

const shown = 8

/** The last scans of this phone, and what became of them. */
export function ScanLog({ scans, timezone }: { scans: readonly KeptScan[]; timezone: string }) {
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

function ResultIcon({ result }: { result: KeptScan['result'] }) {
  if (result === undefined) return <Clock3 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
  if (result.outcome === 'conflict') return <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-bad" />
  if (result.outcome === 'already')
    return <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-few" />
  return <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-free" />
}
