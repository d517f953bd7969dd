import { useState } from 'react'
import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { findDue } from './findDue.ts'
import type { GuardedPark, Phone } from './phone.ts'
import { spaceCode } from './spaceCode.ts'
import { usePhoneState } from './usePhone.ts'
import { useGuardWords } from './words.ts'

/** So many are shown at first. */
const fewDue = 5

interface DueListProps {
  phone: Phone
  park: GuardedPark
  direction: GuardScan['direction']
  onNumber: (booking_code: string) => Promise<unknown>
}

/** Who arrives or leaves within the hour, from the phone's list, with and without a network. */
export function DueList({ phone, park, direction, onNumber }: DueListProps) {
  const { t, locale } = useGuardWords()
  const { list, scans } = usePhoneState(phone)
  const [showsAll, setShowsAll] = useState(false)
  if (list === undefined) return null
  const due = findDue(list, scans, direction, phone.now())
  const shown = showsAll ? due : due.slice(0, fewDue)
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">
        {t(`guard.due.title_${direction}`)} {due.length > 0 && <span className="text-ink-2">· {due.length}</span>}
      </h2>
      {due.length === 0 ? (
        <p className="text-sm text-ink-2">{t(`guard.due.none_${direction}`)}</p>
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-card">
          {shown.map(({ booking: { booking_code, plate }, at, isLate }) => (
            <li key={booking_code}>
              <button
                type="button"
                onClick={() => void onNumber(booking_code)}
                className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left hover:bg-sunk"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{plate}</span>
                  <span className="block text-sm text-ink-2">{spaceCode(booking_code)}</span>
                </span>
                <span className="shrink-0 text-right text-sm tabular-nums">
                  <time dateTime={at.toISOString()} className="block font-semibold">
                    {formatTime(at, park.timezone, locale)}
                  </time>
                  {isLate && <span className="text-few">{t('guard.due.late')}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {due.length > shown.length && (
        <Button variant="ghost" size="md" onClick={() => setShowsAll(true)}>
          {t('guard.due.all', { count: due.length })}
        </Button>
      )}
    </section>
  )
}
