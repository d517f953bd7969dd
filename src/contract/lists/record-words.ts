import { areaOf } from './list-facts.ts'
import type { DeskListDescription } from './lists.ts'

/** Finds a sentence by its key; gives the key itself where there is none. */
export type TranslateKey = (key: string) => string

/** The sentences of a record, which a test checks; undefined for those it need not have. */
export function createRecordWords({ name, columns }: DeskListDescription, translateKey: TranslateKey) {
  const area = areaOf(name)
  const find = (key: string): string | undefined => {
    const sentence = translateKey(key)
    return sentence === key ? undefined : sentence
  }
  /** The name of a fact or a field: its own, or the heading of the list's column. */
  const label = (key: string): string =>
    find(`desk.records.${area}.fields.${key}`) ??
    find(`desk.lists.${area}.columns.${key}`) ??
    find(`desk.fields.${key}`) ??
    key.replaceAll('_', ' ')
  /** The state of one record: its own word, or that of its column; those of the list's tabs may be plural. */
  const state = (field: string, value: string): string => {
    const of = columns[field]?.words
    return (
      find(`desk.records.${area}.states.${value}`) ??
      (of === undefined ? find(`desk.lists.${area}.states.${value}`) : find(`desk.words.${of}.${value}`)) ??
      value
    )
  }
  return {
    label,
    state,
    hint: (key: string) => translateKey(`desk.records.${area}.hints.${key}`),
    action: (name: string) => find(`desk.records.${area}.actions.${name}`) ?? translateKey(`desk.record.${name}`),
    /** What an action does, where it is not obvious. */
    effect: (name: string) => find(`desk.records.${area}.effects.${name}`),
    done: (name: string) => find(`desk.records.${area}.done.${name}`) ?? translateKey('desk.record.saved'),
    tab: (name: string) =>
      find(`desk.records.${area}.tabs.${name}`) ?? translateKey(`desk.lists.${areaOf(name)}.title`),
    list: translateKey(`desk.lists.${area}.title`),
    create: translateKey(`desk.lists.${area}.create`),
  }
}

export type RecordWords = ReturnType<typeof createRecordWords>
