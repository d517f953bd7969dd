import { formatShortDay } from '#contract/days.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskFilter, DeskListDescription } from '#contract/lists/lists.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useDeskWords } from '../words.ts'
import type { ListAddress } from './useListAddress.ts'

interface PrintHeadProps {
  list: DeskListDescription
  address: ListAddress
  isByBranch: boolean
  /** Which of the rows are printed, such as all of them. */
  rows: string
}

/** What a printed list says of itself: its filters, the branch, who printed it and when. */
export function PrintHead({ list, address, isByBranch, rows }: PrintHeadProps) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const filters = useFilterTexts(list, address)
  const branch = profile?.branches.find(({ id }) => id === address.params['at_branch'])
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  const zone = deviceZone()
  const entries = [
    {
      term: t('desk.printed.filters'),
      value: filters.length === 0 ? t('desk.printed.no_filters') : filters.join(' · '),
    },
    ...(profile === undefined || !isByBranch
      ? []
      : [
          {
            term: t('desk.printed.branch'),
            value: branch === undefined ? t('desk.branches.all') : `${branch.city} · ${branch.name}`,
          },
        ]),
    { term: t('desk.printed.by'), value: name === '' ? (profile?.email ?? '') : `${name} (${profile?.email})` },
    { term: t('desk.printed.at'), value: `${formatDateTime(new Date(), zone, locale)} (${zone})` },
    { term: t('desk.printed.rows'), value: rows },
  ]
  return (
    <dl className="mb-3 grid grid-cols-[auto_1fr] gap-x-4 text-sm">
      {entries.map(({ term, value }) => (
        <div key={term} className="contents">
          <dt className="font-semibold">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The search, the state and the filters that narrow a list, in words. */
function useFilterTexts(list: DeskListDescription, { params, fixed }: ListAddress): string[] {
  const { t, translateKey, labelled, locale } = useDeskWords()
  const area = areaOf(list.name)
  const own = (name: string) => (name in fixed ? undefined : params[name])
  const read = (filter: DeskFilter, value: string): string => {
    if (filter.kind === 'flag') return t(value === 'true' ? 'desk.yes' : 'desk.no')
    if (filter.kind !== 'choice' || filter.words === undefined) return value
    return translateKey(`desk.words.${filter.words}.${value}`)
  }
  const [search, state] = [own('search'), own('state')]
  return [
    ...(search === undefined ? [] : [labelled(t('desk.printed.search'), search)]),
    ...(state === undefined ? [] : [translateKey(`desk.lists.${area}.states.${state}`)]),
    ...Object.entries(list.filters).flatMap(([key, filter]) => {
      const label = translateKey(`desk.lists.${area}.filters.${key}`)
      if (filter.kind === 'days')
        return (['from', 'to'] as const).flatMap((side) => {
          const day = own(`${key}_${side}`)
          return day === undefined ? [] : [`${t(`desk.day_${side}`, { name: label })} ${formatShortDay(day, locale)}`]
        })
      const value = own(key)
      return value === undefined ? [] : [labelled(label, read(filter, value))]
    }),
  ]
}
