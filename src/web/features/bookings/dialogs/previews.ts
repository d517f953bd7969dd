import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { previewActions } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'
import { call, send } from '#web/api/call.ts'
import { changeAnswers } from '#web/api/storeAnswer.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { useTranslation } from '#web/page/translation.ts'
import { bookingsKey } from '../api.ts'

type Action = (typeof previewActions)[number]

/** Refetched on every use, and failing immediately without a network. */
const uncached = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const

async function ask<A extends Action>(id: string, action: A, signal: AbortSignal, new_end_time?: string) {
  const preview = await call('GET /api/v1/bookings/{id}/preview', {
    params: { id },
    query: { action, new_end_time },
    signal,
  })
  if (preview.action !== action) throw new Error(`requested ${action}, received ${preview.action}`)
  return preview as Extract<typeof preview, { action: A }>
}

/** The refund for cancelling now. */
export function useCancelPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...bookingsKey, 'cancel', id],
    queryFn: ({ signal }) => ask(id, 'cancel', signal),
    ...uncached,
    enabled,
  })
}

const extendOptions = (id: string, end: Date, language: string) => ({
  queryKey: [...bookingsKey, 'extend', id, end.getTime(), language],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(id, 'extend', signal, formatInstant(end)),
  staleTime: 0,
  gcTime: minute_ms,
  networkMode: 'always' as const,
})

/** The price of extending to each of these ends. */
export function useExtendPreviews(id: string, ends: readonly Date[], enabled: boolean) {
  const { language } = useTranslation()
  return useQueries({ queries: ends.map((end) => ({ ...extendOptions(id, end, language), enabled })) })
}

/** The price of extending to one end; the previous response stays while the next is loading. */
export function useExtendPreview(id: string, end: Date, enabled: boolean) {
  const { language } = useTranslation()
  return useQuery({ ...extendOptions(id, end, language), placeholderData: keepPreviousData, enabled })
}

/** The window and price of a renewal, held for ten minutes. Refetched only on request. */
export function useRenewPreview(id: string, enabled: boolean) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['quote', 'renew', id, language],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now()
      return { ...(await ask(id, 'renew', signal)), requestedAt }
    },
    ...uncached,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled,
  })
}

/** Car parks nearby for the rest of a booking whose space cannot be used, and the refund without one. */
export function useAlternatives(id: string, enabled: boolean) {
  const { language } = useTranslation()
  return useQuery({
    queryKey: [...bookingsKey, 'alternatives', id, language],
    queryFn: ({ signal }) => call('GET /api/v1/bookings/{id}/alternatives', { params: { id }, signal }),
    ...uncached,
    enabled,
  })
}

/** Holds a car park nearby while its driver decides, instead of the one held before; null gives it back. */
export function useHoldAlternative(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (park_id: string | null) =>
      call('PUT /api/v1/bookings/{id}/alternative', { params: { id }, body: { park_id } }),
    networkMode: 'always',
    onSuccess: ({ held }) =>
      changeAnswers<Alternatives>(
        queries,
        { queryKey: [...bookingsKey, 'alternatives', id] },
        (data) => data && { ...data, held },
      ),
  })
}
type Alternatives = NonNullable<ReturnType<typeof useAlternatives>['data']>

/** The photo of a report, as an object URL. */
export function useReportPhoto(id: string, enabled: boolean) {
  const [address, setAddress] = useState<string>()
  const photo = useQuery({
    queryKey: [...bookingsKey, 'photo', id],
    queryFn: async ({ signal }) =>
      (await send('GET /api/v1/bookings/{id}/cannot-park/photo', { params: { id }, signal }, 'image/*')).blob(),
    enabled,
  })
  const { data } = photo
  useEffect(() => {
    if (data === undefined) return undefined
    const url = URL.createObjectURL(data)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  return { address, failed: photo.isError }
}
