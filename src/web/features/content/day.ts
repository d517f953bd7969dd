import { dateFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'

/** A date in the reader's language. */
export function useDay(): (day: string) => string {
  const { locale } = useTranslation()
  const format = dateFormat(locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(day))
}
