import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Compared, TodayFigures } from '#contract/desk/dashboard.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatNumber, formatTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** So many branches are shown before the others are asked for: those with the most orders today. */
const firstBranches = 6

/** Today until now, beside the same hours of yesterday and a week ago, by country and by branch. */
export function Today({ branch }: { branch: string }) {
  const { t, translateKey, locale } = useDeskWords()
  const [showsAll, setShowsAll] = useState(false)
  const query = { ...(branch !== '' && { branch }), timezone: deviceZone() }
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'dashboard', 'today', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/dashboard/today', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: minute_ms,
  })
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="mb-5 h-44 rounded-xl" />
  const { day, countries, branches } = data
  const shown = showsAll ? branches : branches.slice(0, firstBranches)
  const created = `created_from=${day}&created_to=${day}`
  return (
    <section aria-labelledby="today" className="mb-5">
      <h2 id="today" className="text-md font-bold">
        {t('desk.dashboard.today.title')}
      </h2>
      <p className="mb-2 text-sm text-ink-2">
        {t('desk.dashboard.today.text', { time: formatTime(new Date(data.until), deviceZone(), locale) })}
      </p>
      {countries.length + branches.length === 0 && <p className="text-ink-2">{t('desk.dashboard.today.nothing')}</p>}
      {countries.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 xl:grid-cols-2">
          {countries.map((place) => (
            <Place
              key={`${place.country} ${place.currency}`}
              title={translateKey(`desk.words.countries.${place.country}`)}
              figures={place}
              lists={{
                bookings: `bookings?country=${place.country}&${created}`,
                orders: `online-orders?country=${place.country}&${created}`,
              }}
            />
          ))}
        </ul>
      )}
      {branches.length > 0 && (
        <>
          {countries.length > 0 && (
            <h3 className="mt-4 mb-2 text-sm font-bold">{t('desk.dashboard.today.by_branch')}</h3>
          )}
          <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 2xl:grid-cols-3">
            {shown.map((place) => (
              <Place
                key={place.id}
                title={`${place.name} · ${place.city}`}
                figures={place}
                lists={{ orders: `online-orders?branch=${place.id}&${created}` }}
              />
            ))}
          </ul>
          {shown.length < branches.length && (
            <Button variant="outline" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
              {t('desk.dashboard.today.others', { count: branches.length - shown.length })}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const figureNames = ['bookings', 'revenue', 'orders', 'sales'] as const

interface PlaceProps {
  title: string
  figures: TodayFigures
  /** The lists that show what was counted. */
  lists: { bookings?: string; orders: string }
}

/** The figures of a country or a branch. */
/** Characters of a figure that fit beside another one: a longer amount would break in the middle. */
const mostBesideAnother = 13

function Place({ title, figures, lists }: PlaceProps) {
  const { t, locale } = useDeskWords()
  const shown = figureNames.flatMap((name) => {
    const value = figures[name]
    return value === null ? [] : [{ name, value }]
  })
  const write = (name: (typeof figureNames)[number], value: number) =>
    name === 'revenue' || name === 'sales' ? formatMoney(value, figures.currency, locale) : formatNumber(value, locale)
  return (
    <Card as="li">
      <h3 className="mb-2 font-bold wrap-anywhere">{title}</h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        {shown.map(({ name, value }) => {
          const list = name === 'bookings' || name === 'revenue' ? lists.bookings : lists.orders
          return (
            <div
              key={name}
              className={cx('min-w-0', write(name, value.today).length > mostBesideAnother && 'col-span-2')}
            >
              <dt className="text-sm text-ink-2">
                <PageLink to={paths.desk(list ?? '')} className="underline-offset-4 hover:underline">
                  {t(`desk.dashboard.figures.${name}`)}
                </PageLink>
              </dt>
              <dd>
                <span className="block text-lg font-bold tabular-nums">{write(name, value.today)}</span>
                <Earlier value={value} write={(number) => write(name, number)} />
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

function Earlier({ value, write }: { value: Compared; write: (value: number) => string }) {
  const { t, labelled } = useDeskWords()
  return (
    <span className="block text-sm text-ink-2 tabular-nums">
      <span className="block">{labelled(t('desk.dashboard.today.yesterday'), write(value.yesterday))}</span>
      <span className="block">{labelled(t('desk.dashboard.today.week_ago'), write(value.week_ago))}</span>
    </span>
  )
}
