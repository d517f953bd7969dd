import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'

/** The height is known before the pictures are, at each width. */
export const slidersShape = 'aspect-4/3 rounded-xl bg-sunk sm:aspect-16/5'

type Placement = 'home' | 'marketplace'

/** The sliders of a page. If they cannot be loaded, the page is shown without them. */
export const slidersQuery = (language: Language, country: CountryCode, placement: Placement) =>
  queryOptions({
    queryKey: ['sliders', language, country, placement],
    queryFn: ({ signal }) => call('GET /api/v1/marketplace/sliders', { query: { placement, country }, signal }),
    staleTime: 300_000,
    retry: false,
  })

/** Undefined until it is known whether there are any, so that nothing moves what is below them. */
export function useSliders(placement: Placement, country: CountryCode) {
  const { data, isPending } = useQuery(slidersQuery(useTranslation().language, country, placement))
  return isPending ? undefined : (data?.items ?? [])
}
