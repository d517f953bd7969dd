import { formatShortDay } from '#contract/days.ts'
import { formatMoney } from '#contract/money.ts'
import type { DeskColumn, DeskListDescription, DeskRow } from './lists.ts'
import { readChanges, type FormatValue } from './read-changes.ts'
import { createRecordWords, type TranslateKey } from './record-words.ts'
import type { DeskRecordDescription } from './records.ts'

/** What an entry of the audit log changed, in words of the reader's language. */
export interface ChangeInWords {
  name: string
  from: string
  to: string
}

/** The reader's language: its sentences, how a name stands before a value, and how moments are written. */
export interface ChangeLanguage {
  locale: string
  translateKey: TranslateKey
  labelled: FormatValue['labelled']
  instant: FormatValue['instant']
}

/** Where stored pictures begin, whose addresses tell nobody anything. */
const pictures = '/api/v1/front/pictures/'
const noList: DeskListDescription = { name: '', permission: 'audit.view', columns: {}, filters: {}, sort: '' }

/** What is needed to read the changes of a record. */
type ChangedRecord = Pick<DeskRecordDescription, 'list' | 'facts' | 'actions' | 'update' | 'past' | 'state'>

/** Reads entries of the audit log about a record of a description. */
export function describeChanges(
  description: ChangedRecord | undefined,
  { locale, translateKey, labelled, instant }: ChangeLanguage,
): (before: string | null, after: string | null) => ChangeInWords[] {
  const words = createRecordWords(description?.list ?? noList, translateKey)
  const format: FormatValue = {
    flag: (value) => translateKey(value ? 'desk.yes' : 'desk.no'),
    day: (value) => formatShortDay(value, locale),
    instant,
    money: ({ amount, currency }) => formatMoney(amount, currency, locale),
    labelled: (name, value) => labelled(words.label(name), value),
    word: (name, value) => {
      if (value.startsWith(pictures)) return translateKey('desk.record.a_picture')
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
function findWords({ list, facts, actions = {}, update, past }: ChangedRecord, name: string): string | undefined {
  const forms = [update?.fields, ...Object.values(actions).map(({ fields }) => fields)]
  const found = [facts[name], list.columns[name], ...forms.map((fields) => fields?.[name])]
  return (
    past?.[name] ??
    found.flatMap((entry) =>
      entry !== undefined && 'words' in entry && entry.words !== undefined ? [entry.words] : [],
    )[0]
  )
}

/**
 * A cell with one side of a change as one line, empty where nothing of it is news: what came after beside what was before, or
 * what was before alone.
 */
export function writeChanges(
  changes: NonNullable<DeskColumn['changes']>,
  row: DeskRow,
  own: string | null,
  {
    toWords,
    write,
    labelled,
  }: {
    toWords: ReturnType<typeof describeChanges>
    write: (change: ChangeInWords) => string
    labelled: FormatValue['labelled']
  },
): string {
  const other = row['before' in changes ? changes.before : changes.after] as string | null
  const lines =
    'before' in changes
      ? toWords(other, own).map(write)
      : toWords(own, other).map(({ name, from }) => labelled(name, from))
  return lines.join(' · ')
}

/** The description of the record that a cell is about; undefined for kinds without a screen. */
export function findChanged(
  { kind, screens }: NonNullable<DeskColumn['changes']>,
  row: DeskRow,
  records: Readonly<Record<string, ChangedRecord>>,
): ChangedRecord | undefined {
  const screen = screens[(row[kind] as string | null) ?? ''] ?? ''
  // A page of the web's own has no description, but sentences.
  return records[screen] ?? (screen === '' ? undefined : { list: { ...noList, name: screen }, facts: {} })
}
