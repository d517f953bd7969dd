import type { Currency } from '#contract/money.ts'
import { useCountries } from '#web/features/places/api.ts'
import { useCountry } from '#web/storage/country.ts'

/** Currency of the chosen country, for prices. */
export function useCurrency(): Currency {
  const { code } = useCountry()
  return useCountries().find((country) => country.code === code)!.currency
}
