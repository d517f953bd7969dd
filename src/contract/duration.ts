import { formatNumber } from './numbers.ts'

const noBreak = '\u00a0'

/** Formats minutes as `45 min`, `3 h`, `1 h 12 min`, `2 days 3 h` (French: `2 jours 3 h`); drops fractions of a minute. */
export function formatDuration(minutes: number, locale: string): string {
  const whole = Math.max(0, Math.floor(minutes))
  const days = Math.floor(whole / 1440)
  const parts: [number, string][] = [
    [Math.floor(whole / 60) % 24, 'h'],
    [whole % 60, 'min'],
  ]
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${noBreak}${unit}`)
  if (days > 0)
    shown.unshift(
      formatNumber(days, locale, { style: 'unit', unit: 'day', unitDisplay: 'long', useGrouping: false }).replace(
        /\s/,
        noBreak,
      ),
    )
  return shown.length === 0 ? `0${noBreak}min` : shown.join(' ')
}
