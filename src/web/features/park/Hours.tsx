import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { groupDays, isWholeDay, readHours, type Stretch } from './openingHours.ts'

/** When it is open, as a week that can be read; what a week cannot say stands as its source writes it. */
export function Hours({ park }: { park: Park }) {
  const { t, i18n } = useTranslation()
  const week = park.opening_hours === null ? undefined : readHours(park.opening_hours)
  const groups = week ? groupDays(week) : []
  const always = groups.length === 1 && isWholeDay(groups[0]!.hours)
  const told = (hours: readonly Stretch[]) =>
    hours.length === 0
      ? t('park.hours_closed')
      : isWholeDay(hours)
        ? t('park.hours_all_day')
        : hours.map(({ from, to }) => `${from}–${to === '24:00' ? '00:00' : to}`).join(', ')
  const days = ({ first, last }: { first: number; last: number }) => {
    if (first === 0 && last === 6) return t('park.hours_every_day')
    const name = dayName(first, i18n.language)
    return first === last ? name : `${name} – ${dayName(last, i18n.language)}`
  }
  return (
    <Section title={t('park.hours')} action={park.examples.includes('hours') && <ExampleTag />}>
      {park.open === true && !always && (
        <p className="mb-1.5 flex items-center gap-2 font-semibold text-free">
          <CircleCheck aria-hidden="true" className="size-4.5" />
          {t('park.open_then')}
        </p>
      )}
      {park.opening_hours === null && <p className="text-ink-2">{t('park.hours_unknown')}</p>}
      {park.opening_hours !== null && !week && (
        <p className="text-ink-2">{t('park.hours_raw', { hours: park.opening_hours })}</p>
      )}
      {always && <p>{t('park.hours_always')}</p>}
      {week && !always && (
        <DefinitionList
          entries={[
            ...groups.map((group) => ({ term: days(group), value: told(group.hours) })),
            ...(week.holidays ? [{ term: t('park.hours_holidays'), value: told(week.holidays) }] : []),
          ]}
        />
      )}
    </Section>
  )
}

/** The name of a weekday, 0 being Monday. */
function dayName(day: number, locale: string): string {
  // 5 January 1970 was a Monday.
  const name = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + day))
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
