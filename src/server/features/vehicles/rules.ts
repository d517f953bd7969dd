/** Local hours between which reminders are mailed. */
const mailHours = { from: 8, until: 20 }

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The date (`2026-11-21`) in a time zone, and whether reminders may be mailed there now. */
export function dayIn(zone: string, now: Date): { day: string; is_mailing_time: boolean } {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  const hour = Number(parts['hour'])
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    is_mailing_time: hour >= mailHours.from && hour < mailHours.until,
  }
}

/** Days from one date to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000
