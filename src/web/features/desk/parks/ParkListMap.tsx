import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskLists } from '#contract/desk/screens.ts'
import { localeOf } from '#contract/formats.ts'
import { canDrawMap } from '#contract/search/map-start.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useListAddress } from '#web/features/lists/list/useListAddress.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { LazyMap } from '#web/features/map/LazyMap.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const nothing = () => undefined

/** The car parks that the list's search and filters select, on a map; one that is chosen can be opened. */
export function ParkListMap() {
  const { t, language } = useDeskWords()
  const { page: _page, size: _size, sort: _sort, ...params } = useListAddress(deskLists.parks).params
  const [isPossible, setIsPossible] = useState(canDrawMap)
  const [chosenId, setChosenId] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'parks', 'map', params],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/parks/map', { query: params, signal } as InputOf<'GET /api/v1/admin/parks/map'>),
    placeholderData: keepPreviousData,
  })
  if (!isPossible) return <Notice className="w-full">{t('desk.parks.park_map.failed')}</Notice>
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-80 w-full rounded-xl lg:h-100" aria-label={t('desk.loading')} />
  if (data.items.length === 0) return <p className="text-ink-2">{t('desk.parks.park_map.none')}</p>
  const parks = data.items.map(({ tariff, ...park }) => ({
    ...park,
    price:
      tariff === null
        ? undefined
        : t('desk.phrases.each_hour', {
            amount: formatMoney(tariff.amount, tariff.currency, localeOf(language, park.country)),
          }),
  }))
  const describe = ({ city, price, bookable }: (typeof parks)[number]) =>
    [city ?? '', price ?? '', bookable ? t('desk.parks.park_map.bookable') : ''].filter(Boolean).join(' · ')
  const chosen = parks.find(({ id }) => id === chosenId)
  const pins = parks.map((park) => ({
    id: park.id,
    lat: park.lat,
    lng: park.lng,
    label: park.price ?? '',
    name: [park.name, describe(park)].filter(Boolean).join(' · '),
    tone: park.price === undefined ? ('dot' as const) : park.bookable ? ('plain' as const) : ('off' as const),
    count: 1,
  }))
  return (
    <section aria-label={t('desk.parks.park_map.label')} className="grid w-full gap-2">
      <div className="relative h-80 w-full overflow-hidden rounded-xl border border-line bg-map-land lg:h-100">
        <LazyMap
          pins={pins}
          place={undefined}
          walk={undefined}
          chosen={chosen?.id}
          highlighted={undefined}
          onChoose={setChosenId}
          onHighlight={nothing}
          onView={nothing}
          onFailed={() => setIsPossible(false)}
          box={undefined}
          listed={pins.length}
          view={JSON.stringify(params)}
          hasKey={false}
        />
      </div>
      {data.is_capped && (
        <p className="text-sm text-ink-2">{t('desk.parks.park_map.capped', { count: data.items.length })}</p>
      )}
      <div role="status">
        {chosen && (
          <Card as="section" className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
            <PageLink
              to={paths.desk(`parks/${chosen.id}`)}
              className="font-semibold text-act underline-offset-4 hover:underline"
            >
              {chosen.name}
            </PageLink>
            <span className="text-ink-2">{describe(chosen)}</span>
          </Card>
        )}
      </div>
    </section>
  )
}
