import { formatShortDay } from '#contract/days.ts'
import type { Money } from '#contract/fields.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { DeskRecordDescription } from '#contract/lists/records.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatPlaceMoment } from '../Moment.tsx'
import { useDeskWords } from '../words.ts'
import { readChanges } from './readChanges.ts'
import { useRecordWords } from './useRecordWords.ts'

/** What an entry of the audit log changed, in words of the reader's language. */
export interface ChangeInWords {
  name: string
  from: string
  to: string
}

const noList: DeskListDescription = { name: '', permission: 'audit.view', columns: {}, filters: {}, sort: '' }

/** Reads entries of the audit log about a record of a description, with times in a zone. */
export function useChanges(
  description: DeskRecordDescription | undefined,
  zone: string,
): (before: string | null, after: string | null) => ChangeInWords[] {
  const { t, translateKey, labelled, locale } = useDeskWords()
  const words = useRecordWords(description?.list ?? noList)
  const format = {
    flag: (value: boolean) => t(value ? 'desk.yes' : 'desk.no'),
    day: (value: string) => formatShortDay(value, locale),
    instant: (value: Date) => formatPlaceMoment(value, zone, locale),
    money: ({ amount, currency }: Money) => formatMoney(amount, currency, locale),
    labelled: (name: string, value: string) => labelled(words.label(name), value),
    word: (name: string, value: string) => {
      if (description === undefined) return undefined
      if (name === description.state) return words.state(name, value)
      const area = findWords(description, name)
      const key = `desk.words.${area}.${value}`
      const word = area === undefined ? key : translateKey(key)
      return word === key ? undefined : word
    },
  }
  return (before, after) =>
    readChanges(before, after, format).map(({ names, from, to }) => ({
      name: names.map(words.label).join(', '),
      from,
      to,
    }))
}

/** The words of a field's values, wherever the description has them. */
function findWords(
  { list, facts, actions = {}, update, past }: DeskRecordDescription,
  name: string,
): string | undefined {
  const forms = [update?.fields, ...Object.values(actions).map(({ fields }) => fields)]
  const found = [facts[name], list.columns[name], ...forms.map((fields) => fields?.[name])]
  return (
    past?.[name] ??
    found.flatMap((entry) =>
      entry !== undefined && 'words' in entry && entry.words !== undefined ? [entry.words] : [],
    )[0]
  )
}
