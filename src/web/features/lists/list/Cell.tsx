import { Check, X } from 'lucide-react'
import { Suspense } from 'react'
import { formatShortDay } from '#contract/days.ts'
import type { Money } from '#contract/fields.ts'
import { localeOf } from '#contract/formats.ts'
import { wordsKey } from '#contract/lists/list-facts.ts'
import type { DeskColumn, DeskRow } from '#contract/lists/lists.ts'
import { formatPhone } from '#contract/phone-format.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { lazyPart } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDistance, formatMoney, formatNumber } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Moment } from '../Moment.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { useDeskWords } from '../words.ts'

// It comes with all records of the desk.
const ChangesCell = lazyPart(
  async () => (await import('./ChangesCell.tsx')).ChangesCell,
  () => <>…</>,
)

const HoursText = lazyPart(
  async () => (await import('./HoursText.tsx')).HoursText,
  ({ text }) => <>{text}</>,
)

const NO_BREAK = '\u00a0'

/** One value of a row, as its column says. */
export function Cell({ column, name, row }: { column: DeskColumn; name: string; row: DeskRow }) {
  const { t, translateKey, language, locale } = useDeskWords()
  const value = row[name] as string | number | boolean | string[] | Money | null
  if (column.changes !== undefined)
    return (
      <Suspense>
        <ChangesCell changes={column.changes} row={row} own={value as string | null} />
      </Suspense>
    )
  if (value === null) return <span className="text-ink-3">–</span>
  const words = wordsKey(column)
  const word = (text: string) => (words === undefined ? text : translateKey(`${words}.${text}`))
  switch (column.kind) {
    case 'money': {
      const amounts = [value].flat() as unknown as Money[]
      const form = column.country === undefined ? locale : localeOf(language, row[column.country] as CountryCode | null)
      const text = amounts.map(({ amount, currency }) => formatMoney(amount, currency, form)).join(' · ')
      if (column.phrase !== undefined) return <>{t(`desk.phrases.${column.phrase}`, { amount: text })}</>
      return <>{column.per === undefined ? text : `${text}${NO_BREAK}/${NO_BREAK}${row[column.per] as string}`}</>
    }
    case 'instant': {
      const zone = column.zone === undefined ? null : (row[column.zone] as string | null)
      return <Moment at={new Date(value as string)} zone={zone ?? deviceZone()} />
    }
    case 'day':
      return <time dateTime={value as string}>{formatShortDay(value as string, locale)}</time>
    case 'picture':
      return (
        <img
          src={`${value as string}?size=small`}
          alt=""
          className="rounded inline-block h-9 w-12 bg-sunk object-cover align-middle"
        />
      )
    case 'flag':
      return value === true ? (
        <Check role="img" aria-label={t('desk.yes')} className="inline-block size-4.5 align-[-0.2em] text-free" />
      ) : (
        <X role="img" aria-label={t('desk.no')} className="inline-block size-4.5 align-[-0.2em] text-ink-3" />
      )
    case 'choice':
      if (column.badge === true) return <StateBadge state={String(value)} label={word(String(value))} />
      return <>{word(String(value))}</>
    case 'choices':
      return <>{(value as string[]).map(word).join(', ')}</>
    case 'country':
      return <>{translateKey(`desk.words.countries.${String(value)}`)}</>
    case 'number':
    case 'rating': {
      const text = formatNumber(value as number, locale)
      return <>{column.unit === undefined ? text : `${text}${NO_BREAK}${row[column.unit] as string}`}</>
    }
    case 'distance':
      return <>{formatDistance(value as number, locale)}</>
    case 'hours':
      return (
        <Suspense>
          <HoursText text={String(value)} />
        </Suspense>
      )
    case 'phone':
      return (
        <a href={`tel:${String(value)}`} className="underline-offset-4 hover:underline">
          {formatPhone(String(value))}
        </a>
      )
    case 'code':
      return <span className="font-mono text-sm select-all">{String(value)}</span>
    default:
      return <Text column={column} row={row} value={String(value)} />
  }
}

/** Whether a row's value, as its column says, is made up for the demo. */
export function isExample({ example }: Pick<DeskColumn, 'example'>, row: Readonly<Record<string, unknown>>): boolean {
  if (typeof example === 'string') return row[example] === true
  return example !== undefined && ((row[example[0]] ?? []) as string[]).includes(example[1])
}

/** Stands behind the name of an example. */
export function ExampleMark() {
  const { t } = useTranslation()
  return (
    <>
      {/* A space, which ends with the line where the mark is on the next one. */}{' '}
      <span title={t('common.example_hint')} className="ml-1 inline-flex align-middle font-normal">
        <Tag tone="example">{t('common.example')}</Tag>
      </span>
    </>
  )
}

/** A text, as a link where it names another record. */
function Text({ column: { opens }, row, value }: { column: DeskColumn; row: DeskRow; value: string }) {
  const read = (name: string) => row[name as keyof DeskRow] as string | null
  const screen = opens && opens.screens[read(opens.kind) ?? '']
  const id = opens && read(opens.id)
  if (screen === undefined || screen === null || id === null || id === undefined) return <>{value}</>
  return (
    <PageLink to={paths.desk(`${screen}/${id}`)} className="text-act underline-offset-4 hover:underline">
      {value}
    </PageLink>
  )
}

/** Whether a column's values stand at the end of their cells. */
export const isAtEnd = ({ kind }: DeskColumn): boolean =>
  kind === 'number' || kind === 'money' || kind === 'rating' || kind === 'distance'
