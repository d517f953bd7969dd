import type { Chart } from '#contract/parks/availability.ts'
import { useTranslation } from '#web/page/translation.ts'
import { dateParts, formatHour, formatMoney, formatNumber, formatTime } from '#web/time/format.ts'
import type { TimeBlock } from './availabilityChart.ts'

/** Texts of the chart's hours. */
export function useChartText({ timezone, currency }: Pick<Chart, 'timezone' | 'currency'>) {
  const { t, locale } = useTranslation()
  const time = (at: Date) => formatTime(at, timezone, locale)
  const hour = (at: Date) => formatHour(at, timezone, locale)
  const hours = ({ start, end }: Pick<TimeBlock, 'start' | 'end'>) => `${time(start)}–${time(end)}`
  const money = (price: number) => (price === 0 ? t('common.free') : formatMoney(price, currency, locale))
  const spaces = ({ tone, free }: TimeBlock) =>
    t(`park_page.chart.tones.${tone}`, { count: free, number: formatNumber(free, locale) })
  /** Short label, for legends and the week. */
  const day = (at: Date) => {
    const parts = dateParts(at, timezone, locale, { weekday: 'short', day: 'numeric' })
    return ['weekday', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join(' ')
  }
  return { time, hour, hours, day, money, spaces }
}
