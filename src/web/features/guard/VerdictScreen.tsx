import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig, ListChecks, OctagonX, ScanLine, Signature, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { call } from '#web/api/call.ts'
import { formatTime, formatWindow } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { Plate } from '#web/ui/Plate.tsx'
import { describeAge } from './describeAge.ts'
import { describeDecision } from './describeDecision.ts'
import { describeReason } from './describeReason.ts'
import { spaceCode } from './spaceCode.ts'
import type { Judgement } from './verdict.ts'
import { useGuardWords } from './words.ts'

interface VerdictScreenProps {
  judgement: Judgement
  direction: GuardScan['direction']
  timezone: string
  /** When the code was read. */
  now: Date
  /** What was decided before could not be kept on this phone. */
  hasFailed: boolean
  onDecide: (admitted: boolean) => void
  /** Goes on without keeping it. */
  onSkip: () => void
}

/** Colour is never the only sign: each has its shape and its word. */
const looks = {
  green: {
    ground: 'bg-go text-on-go',
    filled: 'bg-on-go text-go',
    outlined: 'border-2 border-on-go text-on-go',
    Icon: CircleCheckBig,
  },
  amber: {
    ground: 'bg-check text-on-check',
    filled: 'bg-on-check text-check',
    outlined: 'border-2 border-on-check text-on-check',
    Icon: TriangleAlert,
  },
  red: {
    ground: 'bg-stop text-on-stop',
    filled: 'bg-on-stop text-stop',
    outlined: 'border-2 border-on-stop text-on-stop',
    Icon: OctagonX,
  },
}

const buttonShape =
  'relative inline-flex min-h-14 w-full items-center justify-center rounded-lg px-5 py-2.5 text-lg font-semibold'
/** One short pulse for green, two long ones for the rest. */
const pulses = { green: [60], amber: [160, 80, 160], red: [160, 80, 160] }

/** The verdict over the whole screen, its evidence, and what the guard does. */
export function VerdictScreen({
  judgement,
  direction,
  timezone,
  now,
  hasFailed,
  onDecide,
  onSkip,
}: VerdictScreenProps) {
  const { t, locale } = useGuardWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const { verdict, booking } = judgement
  useEffect(() => {
    heading.current?.focus()
    navigator.vibrate?.(pulses[verdict])
  }, [verdict])
  const { ground, filled, outlined, Icon } = looks[verdict]
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-labelledby="verdict"
      className={cx('fixed inset-0 z-40 grid grid-rows-[1fr_auto] overflow-y-auto', ground)}
    >
      <div className="mx-auto grid w-full max-w-md content-start gap-4 px-5 py-5">
        <div className="grid gap-2">
          <div className="flex items-center gap-3">
            <Icon aria-hidden="true" className="size-14 shrink-0" strokeWidth={2.4} />
            <h1 id="verdict" ref={heading} tabIndex={-1} className="text-3xl font-black outline-none">
              {t(`guard.verdicts.${verdict}`)}
            </h1>
          </div>
          <p className="text-lg font-semibold">{describeReason({ t, locale }, judgement, direction, timezone, now)}</p>
        </div>
        {judgement.other_park !== undefined && <OtherPark park_code={judgement.other_park} />}
        {booking && (
          <div className="grid justify-items-start gap-2">
            <Plate country="" text={booking.plate} size="lg" />
            <p className="text-md font-semibold tabular-nums">
              {spaceCode(booking.booking_code)}
              <br />
              {formatWindow(booking.start_time, booking.end_time, timezone, locale, now)}
            </p>
          </div>
        )}
        <Evidence evidence={judgement.evidence} timezone={timezone} now={now} />
      </div>
      <div className={cx('sticky bottom-0 mx-auto grid w-full max-w-md gap-2 px-5 pt-2 pb-5', ground)}>
        {hasFailed && (
          <p role="alert" className="font-semibold">
            {t('guard.decide.failed')}
          </p>
        )}
        {verdict === 'red' ? (
          <DecideButton className={filled} onClick={() => onDecide(false)}>
            {t('guard.decide.next')}
          </DecideButton>
        ) : (
          <>
            <DecideButton className={filled} onClick={() => onDecide(true)}>
              {t(`guard.decide.${direction}`)}
            </DecideButton>
            <DecideButton className={outlined} onClick={() => onDecide(false)}>
              {t(`guard.decide.refuse_${direction}`)}
            </DecideButton>
          </>
        )}
        {hasFailed && (
          <button type="button" onClick={onSkip} className={cx(buttonShape, 'underline underline-offset-4')}>
            {t('guard.decide.skip')}
          </button>
        )}
      </div>
    </div>
  )
}

const DecideButton = ({
  className,
  onClick,
  children,
}: {
  className: string
  onClick: () => void
  children: ReactNode
}) => (
  <button type="button" onClick={onClick} className={cx(buttonShape, className)}>
    {children}
  </button>
)

function Evidence({ evidence, timezone, now }: { evidence: Judgement['evidence']; timezone: string; now: Date }) {
  const { t, locale } = useGuardWords()
  const { signature, isListed, list_at, earlier } = evidence
  const scanned = earlier && { time: formatTime(new Date(earlier.at), timezone, locale) }
  const listed = t(`guard.evidence.${isListed ? 'listed' : 'not_listed'}`)
  return (
    <section aria-label={t('guard.evidence.title')}>
      <ul className="grid gap-1.5 text-md">
        <Line icon={<Signature aria-hidden="true" />}>{t(`guard.evidence.signature_${signature}`)}</Line>
        {signature !== 'bad' && (
          <>
            <Line icon={<ListChecks aria-hidden="true" />}>
              {list_at === null ? t('guard.evidence.no_list') : `${listed} · ${describeAge(t, list_at, now)}`}
            </Line>
            <Line icon={<ScanLine aria-hidden="true" />}>
              {earlier === undefined
                ? t('guard.evidence.new_here')
                : t(`guard.evidence.${describeDecision(earlier)}`, scanned)}
            </Line>
          </>
        )}
      </ul>
    </section>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
    {icon}
    <span className="min-w-0">{children}</span>
  </li>
)

/** The car park that a pass is for, with its address, where there is a network; its code stands in the reason. */
function OtherPark({ park_code }: { park_code: string }) {
  const { t } = useGuardWords()
  const { data } = useQuery({
    queryKey: ['guard_other_park', park_code],
    queryFn: ({ signal }) => call('GET /api/v1/front/parks/{parkId}', { params: { parkId: park_code }, signal }),
    retry: false,
    staleTime: Infinity,
  })
  if (data === undefined) return null
  const { name, address, city } = data
  const place = [address, city].filter((part) => part !== null && part !== '').join(', ')
  return (
    <p className="text-md wrap-anywhere">
      {t('guard.evidence.belongs_to')} <strong>{name ?? park_code}</strong>
      {place !== '' && (
        <>
          <br />
          {place}
        </>
      )}
    </p>
  )
}
