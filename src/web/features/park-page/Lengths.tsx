import { useState } from 'react'
import type { Park } from '#contract/parks/parks.ts'
import { CallError } from '#web/api/call.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { endAfter, formatInstant, pricedMinutes } from '#web/features/booking-window/window.ts'
import { isWaiting } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useAnsweredChoice } from '#web/page/useAnsweredChoice.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useQuotes } from './api.ts'

const lengths = [
  { name: 'hour', minutes: 60 },
  { name: 'three', minutes: 3 * 60 },
  { name: 'day', minutes: 24 * 60 },
  { name: 'week', minutes: 7 * 24 * 60 },
] as const

interface LengthsProps {
  park: Park
  search: ParkSearch
  onChange: (change: Partial<ParkSearch>) => void
}

/** Common durations as one-press choices; their prices are compared on request. */
export function Lengths({ park, search, onChange }: LengthsProps) {
  const { t, locale } = useTranslation()
  const [comparing, setComparing] = useState(false)
  const quotes = useQuotes(
    lengths.map(({ minutes }) => ({
      park_id: park.id,
      vehicle_type_id: search.vehicle,
      start_time: formatInstant(search.start),
      end_time: formatInstant(endAfter(search.start, minutes)),
    })),
    comparing,
  )
  const { current, choose } = useAnsweredChoice(pricedMinutes(search), (minutes) =>
    onChange({ end: endAfter(search.start, minutes) }),
  )
  return (
    <div className="mt-3">
      <div
        role="group"
        aria-label={t('park_page.lengths.label')}
        className={cx('grid gap-1.5', comparing ? 'grid-cols-2' : 'grid-cols-4')}
      >
        {lengths.map(({ name, minutes }, n) => {
          const found = quotes[n]!
          const { data: quote, error } = found
          return (
            <button
              key={name}
              type="button"
              aria-pressed={minutes === current}
              onClick={() => choose(minutes)}
              className={cx(
                'flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 rounded-md border py-1 text-sm font-semibold transition-colors',
                comparing ? 'justify-between px-3' : 'justify-center px-1',
                minutes === current ? 'border-act bg-act-soft text-act' : 'border-line bg-card hover:border-edge',
              )}
            >
              {t(`park_page.lengths.${name}`)}
              {comparing && (
                <span className="tabular-nums">
                  {quote ? (
                    formatMoney(quote.total, quote.currency, locale)
                  ) : error || isWaiting(found) ? (
                    t(
                      error instanceof CallError && (error.code === 'park_closed' || error.code === 'park_out_of_use')
                        ? 'park_page.lengths.closed'
                        : 'park_page.lengths.failed',
                    )
                  ) : (
                    <Skeleton className="h-3.5 w-14 rounded-sm" />
                  )}
                </span>
              )}
            </button>
          )
        })}
      </div>
      {!comparing && (
        <Button variant="link" onClick={() => setComparing(true)}>
          {t('park_page.lengths.compare')}
        </Button>
      )}
    </div>
  )
}
