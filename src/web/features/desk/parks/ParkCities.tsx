import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskLists } from '#contract/desk/screens.ts'
import { call, type InputOf } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useListAddress } from '#web/features/lists/list/useListAddress.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** So many cities of a country are shown at first. */
const fewCities = 8

/** The list takes a name in quotation marks for the whole name of a city. */
const quote = (city: string) => `"${city}"`

/** The cities of the car parks that the list's search and other filters select; pressing one shows its car parks alone. */
export function ParkCities() {
  const { t, translateKey, locale } = useDeskWords()
  const address = useListAddress(deskLists.parks)
  const { page: _page, size: _size, sort: _sort, country, city, ...params } = address.params
  const [whole, setWhole] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'parks', 'cities', params],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/parks/cities', { query: params, signal } as InputOf<'GET /api/v1/admin/parks/cities'>),
    placeholderData: keepPreviousData,
  })
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-40 w-full rounded-xl" aria-label={t('desk.loading')} />
  if (data.countries.length === 0) return <p className="text-ink-2">{t('desk.parks.park_map.none')}</p>
  const count = (value: number) => (
    <span className="font-normal tabular-nums opacity-75">{formatNumber(value, locale)}</span>
  )
  return (
    <section aria-label={t('desk.parks.cities.label')} className="grid gap-4 rounded-xl border border-line bg-card p-4">
      {data.countries.map(({ code, count: sum, cities, elsewhere }) => {
        const isWhole = whole.includes(code) || cities.length <= fewCities + 1
        const isChosen = (name: string) => country === code && city === quote(name)
        const shown = isWhole ? cities : cities.filter(({ name }, at) => at < fewCities || isChosen(name))
        const isCountryChosen = country === code && city === undefined
        return (
          <div key={code} className="grid justify-items-start gap-2">
            <h2 className="text-base">
              <Chip
                pressed={isCountryChosen}
                onClick={() => address.show({ country: isCountryChosen ? '' : code, city: '' })}
                className="font-bold"
              >
                {translateKey(`desk.words.countries.${code}`)} {count(sum)}
              </Chip>
            </h2>
            <ul className="flex flex-wrap items-center gap-1.5">
              {shown.map(({ name, count: own }) => (
                <li key={name}>
                  <Chip
                    pressed={isChosen(name)}
                    onClick={() =>
                      address.show(isChosen(name) ? { country: '', city: '' } : { country: code, city: quote(name) })
                    }
                  >
                    {name} {count(own)}
                  </Chip>
                </li>
              ))}
              {!isWhole && (
                <li>
                  <Button variant="ghost" size="sm" onClick={() => setWhole([...whole, code])}>
                    {t('desk.parks.cities.all', { count: cities.length })}
                  </Button>
                </li>
              )}
              {elsewhere > 0 && (
                <li className="px-2 text-sm text-ink-2">{t('desk.parks.cities.elsewhere', { count: elsewhere })}</li>
              )}
            </ul>
          </div>
        )
      })}
      {data.is_capped && <p className="text-sm text-ink-2">{t('desk.parks.cities.capped')}</p>}
    </section>
  )
}
