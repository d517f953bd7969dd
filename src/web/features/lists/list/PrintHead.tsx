import type { DeskListDescription } from '#contract/lists/lists.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useDeskWords } from '../words.ts'
import { useFilterTexts } from './useFilterWords.ts'
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
