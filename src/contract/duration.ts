const noBreak = '\u00a0'

/** Formats minutes as `45 min`, `3 h`, `1 h 12 min`, `2 days 3 h` (French: `2 jours 3 h`); drops fractions of a minute. */
export function formatDuration(minutes: number, locale: string): string {
  const whole = Math.max(0, Math.floor(minutes))
  const days = Math.floor(whole / 1440)
  const parts: [number, string][] = [
    [days, `${locale.startsWith('fr') ? 'jour' : 'day'}${days > 1 ? 's' : ''}`],
    [Math.floor(whole / 60) % 24, 'h'],
    [whole % 60, 'min'],
  ]
  const shown = parts.filter(([count]) => count > 0)
  if (shown.length === 0) return `0${noBreak}min`
  return shown.map(([count, unit]) => `${count}${noBreak}${unit}`).join(' ')
}
