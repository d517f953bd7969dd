import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { PageKey } from '#contract/pages.ts'
import { type SelectedCountry, tellCountry, useStoredCountry } from '#web/features/places/country.ts'
import { closeCountryPicker, useCountryPickerOpen } from '#web/features/places/picker.ts'
import { usePageKey } from '#web/lib/usePageKey.ts'

const CountryPicker = lazy(() => import('#web/features/places/CountryPicker.tsx'))

/** Pages that show one country's parks: only these ask for it. A payment, a policy or a code never waits for it. */
const asking = new Set<PageKey | undefined>([
  'home',
  'search',
  'parksList',
  'airportParking',
  'cityParking',
  'stadiumParking',
  'stationParking',
])

/** From the specification: where a country is set already, the address is looked up so long after opening. */
const CHECK_AFTER_MS = 2_000

function useBackgroundCheck(stored: SelectedCountry | undefined) {
  const id = stored?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => {
      // Without a network there is nothing to bring up to date.
      const check = import('#web/features/places/backgroundCheck.ts').then(({ backgroundCheck }) => backgroundCheck(id))
      check.catch(() => undefined)
    }, CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
}

/** Opens the country picker where a country is needed and none is stored, and wherever somebody asked for it. */
export function CountryGate() {
  const page = usePageKey()
  const stored = useStoredCountry()
  const wanted = useCountryPickerOpen()
  const [params] = useSearchParams()
  useBackgroundCheck(stored)
  useEffect(() => {
    if (stored) tellCountry(stored.code)
  }, [stored])
  // An address that names its country shows that one, whoever reads it.
  const needed = stored === undefined && asking.has(page) && !params.has('country')
  if (!wanted && !needed) return null
  return (
    <Suspense fallback={null}>
      <CountryPicker dismissible={!needed} onClosed={closeCountryPicker} />
    </Suspense>
  )
}
