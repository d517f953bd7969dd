import { useQuery } from '@tanstack/react-query'
import { listEvents } from '#contract/events.ts'
import { getFigures } from '#contract/figures.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

const hour_ms = 3_600_000

/** Optional sections: if their data cannot be loaded, they are omitted. */
export function useFigures(country: string) {
  return useQuery({
    queryKey: ['figures', country],
    queryFn: ({ signal }) => call(getFigures, { query: { country }, signal }),
    staleTime: hour_ms,
    retry: false,
  })
}

/** The next events of a country. */
export function useNextEvents(country: string, size: number) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['events', language, 'next', country, size],
    queryFn: ({ signal }) => call(listEvents, { query: { country, size }, signal }),
    staleTime: hour_ms,
    retry: false,
  })
}
