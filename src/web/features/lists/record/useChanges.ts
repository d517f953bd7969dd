import { describeChanges, type ChangeInWords } from '#contract/lists/change-words.ts'
import { formatPlaceMoment } from '../Moment.tsx'
import { useDeskWords } from '../words.ts'

/** Reads entries of the audit log about a record of a description, with times in a zone. */
export function useChanges(
  description: Parameters<typeof describeChanges>[0],
  zone: string,
): (before: string | null, after: string | null) => ChangeInWords[] {
  const { translateKey, labelled, locale } = useDeskWords()
  const instant = (value: Date) => formatPlaceMoment(value, zone, locale)
  return describeChanges(description, { locale, translateKey, labelled, instant })
}
