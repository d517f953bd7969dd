import { formatShortDay } from '#contract/days.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskFilter, DeskListDescription } from '#contract/lists/lists.ts'
import { formatTypedNumber } from '#web/time/typedNumber.ts'
import type { ListParams } from '../api.ts'
import { useDeskWords } from '../words.ts'

export interface FilterWords {
  labelOf: (name: string) => string
  /** The values of a choice or a flag, in words; empty for other filters. */
  optionsOf: (name: string) => { value: string; label: string }[]
  /** What a filter is set to, in words; undefined if it is not set. */
  describe: (name: string, params: ListParams) => string | undefined
}

/** The filters of a list in words. */
export function useFilterWords(list: DeskListDescription): FilterWords {
  const { t, translateKey, locale } = useDeskWords()
  const optionsOf = (name: string) => {
    const filter = list.filters[name]
    if (filter?.kind === 'flag')
      return [
        { value: 'true', label: t('desk.yes') },
        { value: 'false', label: t('desk.no') },
      ]
    if (filter?.kind !== 'choice') return []
    const { values, words } = filter
    return values.map((value) => ({
      value,
      label: words === undefined ? value : translateKey(`desk.words.${words}.${value}`),
    }))
  }
  const describeValue = (name: string, { kind }: DeskFilter, value: string) =>
    kind === 'number' && Number.isFinite(Number(value))
      ? formatTypedNumber(Number(value), locale)
      : (optionsOf(name).find((option) => option.value === value)?.label ?? value)
  return {
    labelOf: (name) => translateKey(`desk.lists.${areaOf(list.name)}.filters.${name}`),
    optionsOf,
    describe: (name, params) => {
      const filter = list.filters[name]!
      if (filter.kind !== 'days') return params[name] && describeValue(name, filter, params[name])
      const [from, to] = [params[`${name}_from`], params[`${name}_to`]]
      if (from === undefined) return to && t('desk.filter.days_to', { to: writeDay(to, locale) })
      if (to === undefined) return t('desk.filter.days_from', { from: writeDay(from, locale) })
      return [...new Set([from, to])].map((day) => writeDay(day, locale)).join(' – ')
    },
  }
}

/** The search, the state and the filters that narrow a list, in words. */
export function useFilterTexts(
  list: DeskListDescription,
  { params, fixed = {} }: { params: ListParams; fixed?: ListParams },
): string[] {
  const { t, translateKey, labelled } = useDeskWords()
  const { labelOf, describe } = useFilterWords(list)
  const own = (name: string) => (name in fixed ? undefined : params[name])
  const [search, state] = [own('search'), own('state')]
  return [
    ...(search === undefined ? [] : [labelled(t('desk.printed.search'), search)]),
    ...(state === undefined ? [] : [translateKey(`desk.lists.${areaOf(list.name)}.states.${state}`)]),
    ...Object.keys(list.filters).flatMap((name) => {
      const value = name in fixed ? undefined : describe(name, params)
      return value === undefined ? [] : [labelled(labelOf(name), value)]
    }),
  ]
}

/** An address may have anything in place of a day. */
const isDay = (text: string): boolean => !Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00Z`))

const writeDay = (text: string, locale: string): string => (isDay(text) ? formatShortDay(text, locale) : text)

/** The names under which a filter stands in the address. */
export const addressNamesOf = (name: string, { kind }: DeskFilter): string[] =>
  kind === 'days' ? [`${name}_from`, `${name}_to`] : [name]
