import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { canDrawMap } from '#contract/search/map-start.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import { formatNumber } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const nothing = () => undefined

/** The car parks with open reports on a map, each with their number; one that is chosen narrows the list below. */
export function ReportMap() {
  const { t, labelled, locale } = useDeskWords()
  const [search, setSearch] = useSearchParams()
  const [isPossible, setIsPossible] = useState(canDrawMap)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'park-reports', 'map'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/park-reports/map', { signal }),
  })
  const park = search.get('park')
  const choose = (code: string | undefined) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (code === undefined) next.delete('park')
      else {
        next.set('park', code)
        next.set('state', 'open')
      }
      return next
    })
  if (!isPossible) return <Notice className="w-full">{t('desk.parks.report_map.failed')}</Notice>
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-80 w-full rounded-xl" aria-label={t('desk.loading')} />
  if (data.items.length === 0) return <p className="text-ink-2">{t('desk.parks.report_map.none')}</p>
  const chosen = data.items.find(({ park_code }) => park_code === park?.toUpperCase())
  const pins = data.items.map(({ park_code, name, lat, lng, open }) => ({
    id: park_code,
    lat,
    lng,
    label: formatNumber(open, locale),
    name: labelled(name, t('desk.parks.report_map.reports', { count: open })),
    tone: 'plain' as const,
    count: 1,
  }))
  return (
    <section aria-label={t('desk.parks.report_map.label')} className="grid w-full gap-2">
      <div className="relative h-80 w-full overflow-hidden rounded-xl border border-line bg-map-land lg:h-100">
        <LazyMap
          pins={pins}
          place={undefined}
          walk={undefined}
          chosen={chosen?.park_code}
          highlighted={undefined}
          onChoose={choose}
          onHighlight={nothing}
          onView={nothing}
          onFailed={() => setIsPossible(false)}
          box={undefined}
          listed={pins.length}
          view="reports"
          hasKey={false}
        />
      </div>
      {chosen && (
        <Card as="section" className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
          <span className="font-semibold">{chosen.name}</span>
          <span role="status" className="text-ink-2">
            {t('desk.parks.report_map.reports', { count: chosen.open })}
            {chosen.cannot_park > 0 && ` · ${t('desk.parks.report_map.cannot_park', { count: chosen.cannot_park })}`}
          </span>
        </Card>
      )}
    </section>
  )
}
