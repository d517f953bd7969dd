import { dateFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'

/** A date in the reader's language. */
export function useDay(): (day: string) => string {
  const { language } = useTranslation()
  const format = dateFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (day) => format.format(new Date(day))
}
