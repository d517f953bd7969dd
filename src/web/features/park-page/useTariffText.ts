import { formatWeekday } from '#contract/days.ts'
import { useTranslation } from '#web/page/translation.ts'
import { capitalize, formatClock, formatDuration, formatMoment } from '#web/time/format.ts'
import { dayRanges, type TariffLine } from './tariffRows.ts'

/** Texts of a tariff row: the rate, and a note on when it applies. */
export function useTariffText(timezone: string): (line: TariffLine) => { term: string; note?: string } {
  const { t, locale } = useTranslation()
  const duration = (minutes: number) => formatDuration(minutes, locale)
  const clock = (time: string) => formatClock(time, locale)
  const daysOf = (days: readonly number[]) => (days.length === 7 ? t('park.hours_every_day') : dayNames(days, locale))
  const hoursOf = (from: string, to: string) =>
    from === '00:00' && to === '24:00' ? t('park.hours_all_day') : `${clock(from)}–${clock(to)}`

  return (line) => {
    switch (line.kind) {
      case 'free':
        return {
          term: t('park.tariff_terms.free', { duration: duration(line.minutes) }),
          note: t('park.tariff_terms.free_note'),
        }
      case 'tier':
        return { term: t('park.tariff_terms.tier', { duration: duration(line.minutes) }) }
      case 'step': {
        const key = line.after_min === undefined ? 'park.tariff_terms.step' : 'park.tariff_terms.step_after'
        return { term: t(key, { duration: duration(line.minutes) }) }
      }
      case 'day': {
        const time = clock(`${String(line.reset_hour).padStart(2, '0')}:00`)
        return { term: t('park.tariff_terms.day'), note: t('park.tariff_terms.day_note', { time }) }
      }
      case 'window':
        return {
          term: t(`park.tariff_terms.windows.${line.code}`),
          note: `${daysOf(line.days)}, ${hoursOf(line.from, line.to)}`,
        }
      case 'early_bird': {
        const hours = { days: daysOf(line.days), until: clock(line.enter_until), leave: clock(line.leave_by) }
        return {
          term: t('park.tariff_terms.early_bird'),
          note:
            line.enter_from === '00:00'
              ? t('park.tariff_terms.early_bird_by_note', hours)
              : t('park.tariff_terms.early_bird_note', { ...hours, from: clock(line.enter_from) }),
        }
      }
      case 'month':
        return { term: t('park.tariff_terms.month'), note: t('park.tariff_terms.month_note') }
      case 'event': {
        const moment = (at: string) => formatMoment(new Date(at), timezone, locale)
        return { term: t('park.tariff_terms.event'), note: `${moment(line.starts_at)} – ${moment(line.ends_at)}` }
      }
    }
  }
}

/** `Mon–Fri`, `Sat–Sun`, `Mon, Wed–Thu`; Monday is 1. */
function dayNames(days: readonly number[], locale: string): string {
  const name = (day: number) => formatWeekday(day, locale, 'short')
  const ranges = dayRanges(days).map(([first, last]) => (first === last ? name(first) : `${name(first)}–${name(last)}`))
  return capitalize(ranges.join(', '), locale)
}
