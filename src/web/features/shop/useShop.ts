import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { FrontBranch } from '#contract/catalogue/marketplace.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { branchesQuery, branchQuery, shopBookingKey, useBranch, useBranches } from '#web/features/catalogue/api.ts'
import { distanceBetween } from '#web/features/map/geo.ts'
import { findBrowsedCountry, useBrowsedCountry } from '#web/features/places/country.ts'
import { readLookup } from '#web/features/places/lookup.ts'
import type { PreloadContext } from '#web/page/lazyWithPreload.tsx'
import { useHydrating } from '#web/page/rendering.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'
import { writeTabValue } from '#web/storage/tabStorage.ts'
import { findBranch, type Place } from './address.ts'

/** The branches of a country, and the one whose menu is shown; without any if the country has none. */
export interface Shop {
  country: CountryCode
  branches: readonly FrontBranch[]
  branch: FrontBranch | undefined
}

/** The shop that an address names, for the first render. Rejects for a branch that does not exist. */
export async function preloadShop({
  queries,
  search,
  language,
  country: chosen,
}: Pick<PreloadContext, 'queries' | 'search' | 'language' | 'country'>): Promise<Shop> {
  const country = findBrowsedCountry(search, chosen)
  const { items } = await queries.fetchQuery(branchesQuery(language, country))
  const named = search.get('branch')
  if (named === null || items.some(({ slug }) => slug === named))
    return { country, branches: items, branch: findBranch(items, named) }
  const elsewhere = await queries.fetchQuery(branchQuery(language, named))
  const others = await queries.fetchQuery(branchesQuery(language, elsewhere.country_code))
  return {
    country: elsewhere.country_code,
    branches: others.items,
    branch: findBranch(others.items, named),
  }
}

/** The shop of the address, otherwise of this device: the branch that was last chosen, or the nearest. */
export function useShop() {
  const [params] = useSearchParams()
  const named = params.get('branch')
  const browsed = useBrowsedCountry()
  const own = useBranches(browsed)
  const isElsewhere = named !== null && own.data !== undefined && !own.data.items.some(({ slug }) => slug === named)
  const elsewhere = useBranch(isElsewhere ? named : '')
  const country = (isElsewhere ? elsewhere.data?.country_code : undefined) ?? browsed
  const there = useBranches(country)
  const isHydrating = useHydrating()
  const branches = there.data?.items ?? []
  const branch = findBranch(branches, named ?? (isHydrating ? null : chooseForDevice(country, branches)))
  const place: Place = { country: params.get('country') ?? undefined, branch: named ?? undefined }
  useEffect(() => {
    if (named !== null && branch?.slug === named) writeJson(branchKey, { ...readChoices(), [country]: named })
  }, [named, branch?.slug, country])
  const booking = params.get('booking')
  useEffect(() => {
    if (booking !== null) writeTabValue(shopBookingKey, booking)
  }, [booking])
  const waiting = [own, ...(isElsewhere ? [elsewhere] : []), there]
  return {
    country,
    branches,
    branch,
    place,
    isPending: waiting.some(({ isPending }) => isPending),
    error: waiting.find(({ error }) => error !== null)?.error ?? null,
    retry: () => Promise.all(waiting.filter(({ isError }) => isError).map((entry) => entry.refetch())),
  }
}

/** The branches last chosen on this device, by country. */
const branchKey = 'shop_branch'

function readChoices(): Partial<Record<CountryCode, unknown>> {
  const stored = readJson(branchKey)
  return typeof stored === 'object' && stored !== null ? stored : {}
}

function chooseForDevice(country: CountryCode, branches: readonly FrontBranch[]): string | undefined {
  const chosen = readChoices()[country]
  if (typeof chosen === 'string' && branches.some(({ slug }) => slug === chosen)) return chosen
  const location = readLookup()?.location
  if (location?.countryCode !== country || location.latitude === undefined || location.longitude === undefined)
    return undefined
  return findNearest(branches, { lat: location.latitude, lng: location.longitude })?.slug
}

export const findNearest = (
  branches: readonly FrontBranch[],
  to: { lat: number; lng: number },
): FrontBranch | undefined => branches.toSorted((a, b) => distanceBetween(a, to) - distanceBetween(b, to))[0]
