import { useTranslation } from '#web/lib/translation.ts'

/** A date in the reader's language. */
export function useDay(): (day: string) => string {
  const { language } = useTranslation()
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(day))
}
