import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { CapacityDay, ParkCapacity } from '#contract/parks/desk/capacity.ts'
import { day_ms, quarter_ms } from '#contract/time.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber, formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { capacityQuery } from '../api.ts'
import { formatLocalDay } from '../localDay.ts'
import { CapacityForm, ClosureForm } from './CapacityForms.tsx'
import { Closures } from './Closures.tsx'
import { findLeastFree, findPeak, groupSlots } from './groupSlots.ts'

const shownDays = 7
type Pool = ParkCapacity['pools'][number]

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 10)

/** The spaces of a car park: the calendar, its number from a day on, and closures. */
export function CapacityPanel({ record: { id } }: { record: DeskRecord }) {
  const { t, translateKey } = useDeskWords()
  const { data: profile } = useProfile()
  const [from, setFrom] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const { data, error, refetch } = useQuery(capacityQuery(id, from, shownDays))
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  const mayChange = profile?.permissions.includes('capacity.update') === true
  const pool = data.pools.find(({ vehicle_class }) => vehicle_class === chosen) ?? data.pools[0]
  const first = pool?.days[0]?.day
  return (
    <div className="grid gap-4">
      <Card as="section" padding="lg" className="grid gap-4">
        {pool === undefined || first === undefined ? (
          <p className="text-ink-2">{t('desk.parks.capacity.none')}</p>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              {data.pools.length > 1 ? (
                <Segmented
                  label={t('desk.parks.capacity.class')}
                  value={pool.vehicle_class}
                  onChange={setChosen}
                  segments={data.pools.map(({ vehicle_class }) => ({
                    value: vehicle_class as string,
                    label: translateKey(`desk.words.vehicle_classes.${vehicle_class}`),
                  }))}
                />
              ) : (
                <span className="font-semibold">
                  {translateKey(`desk.words.vehicle_classes.${pool.vehicle_class}`)}
                </span>
              )}
              <div className="flex flex-wrap gap-2">
                <Button variant="outline" size="sm" onClick={() => setFrom(addDays(first, -shownDays))}>
                  {t('desk.parks.capacity.earlier')}
                </Button>
                <Button variant="outline" size="sm" onClick={() => setFrom(undefined)}>
                  {t('desk.parks.capacity.today')}
                </Button>
                <Button variant="outline" size="sm" onClick={() => setFrom(addDays(first, shownDays))}>
                  {t('desk.parks.capacity.later')}
                </Button>
              </div>
            </div>
            <PoolNumbers pool={pool} />
            <Calendar pool={pool} timezone={data.timezone} />
          </>
        )}
      </Card>
      <Closures id={id} closures={data.closures} timezone={data.timezone} mayChange={mayChange} />
      {mayChange && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <CapacityForm id={id} capacity={data} />
          <ClosureForm id={id} capacity={data} />
        </div>
      )}
    </div>
  )
}

function PoolNumbers({ pool: { capacity, is_example, changes } }: { pool: Pool }) {
  const { t, locale } = useDeskWords()
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <li className="font-semibold">
        {t('desk.parks.capacity.now', { count: formatNumber(capacity, locale) })}
        {is_example && <span className="font-normal text-ink-2"> ({t('desk.parks.capacity.example')})</span>}
      </li>
      {changes.map((change) => (
        <li key={change.from} className="text-ink-2">
          {t('desk.parks.capacity.planned', {
            count: formatNumber(change.capacity, locale),
            date: formatLocalDay(change.from, locale),
          })}
        </li>
      ))}
    </ul>
  )
}

function Calendar({ pool, timezone }: { pool: Pool; timezone: string }) {
  const { t, locale } = useDeskWords()
  const [open, setOpen] = useState<string>()
  const shown = pool.days.find(({ day }) => day === open)
  const peakOf = (day: CapacityDay) => {
    const { at, used, capacity } = findPeak(day)
    return used === 0
      ? '0'
      : t('desk.parks.capacity.peak_at', {
          used: formatNumber(used, locale),
          capacity: formatNumber(capacity, locale),
          time: formatTime(at, timezone, locale),
        })
  }
  return (
    <>
      <DataTable
        caption={t('desk.parks.capacity.caption')}
        rows={pool.days}
        rowKey={({ day }) => day}
        columns={[
          {
            key: 'day',
            head: t('desk.parks.capacity.day'),
            rowHead: true,
            cell: ({ day }) => (
              <button
                type="button"
                aria-expanded={day === open}
                aria-label={t(day === open ? 'desk.parks.capacity.hide' : 'desk.parks.capacity.times', {
                  date: formatLocalDay(day, locale),
                })}
                onClick={() => setOpen(day === open ? undefined : day)}
                className="min-h-8 whitespace-nowrap text-act underline-offset-4 hover:underline"
              >
                {formatLocalDay(day, locale)}
              </button>
            ),
          },
          {
            key: 'strip',
            head: t('desk.parks.capacity.strip'),
            cell: (day) => {
              const { used, capacity } = findPeak(day)
              return (
                <DayStrip
                  day={day}
                  label={t('desk.parks.capacity.strip_label', {
                    date: formatLocalDay(day.day, locale),
                    used: formatNumber(used, locale),
                    capacity: formatNumber(capacity, locale),
                  })}
                />
              )
            },
          },
          { key: 'peak', head: t('desk.parks.capacity.peak'), align: 'end', cell: peakOf },
          {
            key: 'least',
            head: t('desk.parks.capacity.least'),
            align: 'end',
            cell: (day) =>
              day.closed.every(Boolean) ? t('desk.parks.capacity.closed') : formatNumber(findLeastFree(day), locale),
          },
        ]}
      />
      <p className="text-sm text-ink-2">{t('desk.parks.capacity.legend')}</p>
      {shown !== undefined && <QuarterHours day={shown} timezone={timezone} />}
    </>
  )
}

/** The quarter hours of a day; those in a row with the same numbers are one line. */
function QuarterHours({ day, timezone }: { day: CapacityDay; timezone: string }) {
  const { t, locale } = useDeskWords()
  return (
    <DataTable
      caption={t('desk.parks.capacity.times', { date: formatLocalDay(day.day, locale) })}
      rows={groupSlots(day)}
      rowKey={({ start }) => start.getTime()}
      columns={[
        {
          key: 'time',
          head: t('desk.parks.capacity.time'),
          rowHead: true,
          cell: ({ start, end }) => `${formatTime(start, timezone, locale)} – ${formatTime(end, timezone, locale)}`,
        },
        {
          key: 'spaces',
          head: t('desk.parks.capacity.spaces'),
          align: 'end',
          cell: ({ capacity }) => formatNumber(capacity, locale),
        },
        {
          key: 'sold',
          head: t('desk.parks.capacity.sold'),
          align: 'end',
          cell: ({ used }) => formatNumber(used, locale),
        },
        {
          key: 'free',
          head: t('desk.parks.capacity.free'),
          align: 'end',
          cell: ({ capacity, used, isClosed }) =>
            isClosed ? t('desk.parks.capacity.closed') : formatNumber(Math.max(0, capacity - used), locale),
        },
      ]}
    />
  )
}

const height = 24

/** A day as a strip: what is sold, free and closed in each quarter hour. The table beside it has the same numbers. */
function DayStrip({ day, label }: { day: CapacityDay; label: string }) {
  const hatch = useId()
  const slots = day.used.length
  const start = Date.parse(day.starts_at)
  return (
    <svg
      viewBox={`0 0 ${slots} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-8 w-full min-w-40 rounded-sm bg-sunk lg:min-w-96"
    >
      <defs>
        <pattern id={hatch} width="2" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
          <rect width="1" height="6" className="fill-edge" />
        </pattern>
      </defs>
      {groupSlots(day).map((group) => {
        const x = (group.start.getTime() - start) / quarter_ms
        const width = (group.end.getTime() - group.start.getTime()) / quarter_ms
        const sold = group.capacity === 0 ? 0 : (group.used / group.capacity) * height
        return (
          <g key={x}>
            {group.capacity > 0 && <rect x={x} y={0} width={width} height={height} className="fill-free-bar" />}
            {group.isClosed && <rect x={x} y={0} width={width} height={height} fill={`url(#${hatch})`} />}
            <rect x={x} y={height - sold} width={width} height={sold} className="fill-act" />
          </g>
        )
      })}
      {[0.25, 0.5, 0.75].map((part) => (
        <line
          key={part}
          x1={slots * part}
          x2={slots * part}
          y1={0}
          y2={height}
          className="stroke-card"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
