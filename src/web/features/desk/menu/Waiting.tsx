import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber } from '#web/time/format.ts'

/** What waits, by the screen that shows it; the sum where a screen shows several. */
export function useWaiting(isEnabled: boolean): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['desk_waiting'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/waiting', { signal }),
    refetchInterval: minute_ms,
    enabled: isEnabled,
  })
  return useMemo(() => {
    const waiting = new Map<string, number>()
    for (const { name, value, list } of data?.items ?? []) {
      // Late orders are open orders.
      if (name === 'late_orders') continue
      const screen = list.split('?')[0]!
      waiting.set(screen, (waiting.get(screen) ?? 0) + value)
    }
    return waiting
  }, [data])
}

/** How much waits; nothing for nothing. */
export function WaitingCount({ value }: { value: number }) {
  const { t, locale } = useDeskWords()
  if (value === 0) return null
  return (
    <span className="shrink-0 rounded-full bg-act-soft px-1.5 text-xs font-bold text-act tabular-nums">
      {value > 999 ? `${formatNumber(999, locale)}+` : formatNumber(value, locale)}
      <span className="sr-only"> {t('desk.menu_waiting')}</span>
    </span>
  )
}
