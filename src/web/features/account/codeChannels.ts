import { queryOptions, useQuery } from '@tanstack/react-query'
import { findCodeChannels } from '#contract/settings/code-channels.ts'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useCountry } from '#web/storage/country.ts'

/** The countries to whose mobile numbers login codes are sent. */
const textCountriesQuery = queryOptions({
  queryKey: ['text-countries'],
  queryFn: ({ signal }) => call('GET /api/v1/auth/guest/countries', { signal }),
  staleTime: 5 * minute_ms,
})

/** `isKnown`: whether the server has answered. */
export interface CodeChannels {
  email: boolean
  sms: boolean
  isKnown: boolean
}

/** How a visitor of this country can get a code: by email alone until it is known. */
export function useCodeChannels(): CodeChannels {
  const { data } = useQuery(textCountriesQuery)
  const country = useCountry().code
  return { ...findCodeChannels(settings(), data?.countries ?? [], country), isKnown: data !== undefined }
}
