import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chart } from '#contract/availability.ts'
import { formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import type { TimeBlock } from './availabilityChart.ts'

/** Texts of the chart's hours. */
export function useChartText({ timezone, currency }: Pick<Chart, 'timezone' | 'currency'>) {
  const { t, i18n } = useTranslation()
  const time = (at: Date) => formatTime(at, timezone, i18n.language)
  const hours = ({ start, end }: Pick<TimeBlock, 'start' | 'end'>) => `${time(start)}–${time(end)}`
  const money = (price: number) => (price === 0 ? t('common.free') : formatMoney(price, currency, i18n.language))
  const spaces = ({ tone, free }: TimeBlock) =>
    t(`park_page.chart.tones.${tone}`, { count: free, number: formatNumber(free, i18n.language) })
  const dayFormat = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { timeZone: timezone, weekday: 'short', day: 'numeric' }),
    [i18n.language, timezone],
  )
  /** Short label, for legends and the week. */
  const day = (at: Date) => {
    const parts = dayFormat.formatToParts(at)
    return ['weekday', 'day'].map((type) => parts.find((part) => part.type === type)?.value).join(' ')
  }
  return { time, hours, day, money, spaces }
}
