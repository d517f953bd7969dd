import { useTranslation } from 'react-i18next'

/** A date in the reader's language. */
export function useDay(): (day: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language === 'fr' ? 'fr' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(day))
}
