import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewBooking, type previewActions } from '#contract/bookings.ts'
import { getCannotParkPhoto, listAlternatives } from '#contract/booking-changes.ts'
import { formatInstant } from '#web/features/booking-window/window.ts'
import { call, send } from '#web/lib/call.ts'
import { bookingsKey } from '#web/features/bookings/api.ts'

type Action = (typeof previewActions)[number]

/** Asked anew each time it is looked at, and at once without a network. */
const neverKept = { staleTime: 0, gcTime: 0, networkMode: 'always' } as const

async function ask<A extends Action>(id: string, action: A, signal: AbortSignal, new_end_time?: string) {
  const preview = await call(previewBooking, { params: { id }, query: { action, new_end_time }, signal })
  if (preview.action !== action) throw new Error(`requested ${action}, received ${preview.action}`)
  return preview as Extract<typeof preview, { action: A }>
}

/** What a cancel would return now. */
export function useCancelPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...bookingsKey, 'cancel', id],
    queryFn: ({ signal }) => ask(id, 'cancel', signal),
    ...neverKept,
    enabled,
  })
}

const extendOptions = (id: string, end: Date, language: string) => ({
  queryKey: [...bookingsKey, 'extend', id, end.getTime(), language],
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(id, 'extend', signal, formatInstant(end)),
  staleTime: 0,
  gcTime: 60_000,
  networkMode: 'always' as const,
})

/** What it costs to stay until each of these ends, side by side. */
export function useExtendPreviews(id: string, ends: readonly Date[], enabled: boolean) {
  const language = useTranslation().i18n.language
  return useQueries({ queries: ends.map((end) => ({ ...extendOptions(id, end, language), enabled })) })
}

/** What it costs to stay until one end; the last answer stays in sight while the next is on its way. */
export function useExtendPreview(id: string, end: Date, enabled: boolean) {
  const language = useTranslation().i18n.language
  return useQuery({ ...extendOptions(id, end, language), placeholderData: keepPreviousData, enabled })
}

/** The window and the price of a renewal, held for ten minutes. It is asked for once, and again when told to. */
export function useRenewPreview(id: string, enabled: boolean) {
  const language = useTranslation().i18n.language
  return useQuery({
    queryKey: ['quote', 'renew', id, language],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now()
      return { ...(await ask(id, 'renew', signal)), requestedAt }
    },
    ...neverKept,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    enabled,
  })
}

/** Spaces nearby for the rest of a stay whose own space cannot be used, and what comes back without one. */
export function useAlternatives(id: string, enabled: boolean) {
  const language = useTranslation().i18n.language
  return useQuery({
    queryKey: [...bookingsKey, 'alternatives', id, language],
    queryFn: ({ signal }) => call(listAlternatives, { params: { id }, signal }),
    ...neverKept,
    enabled,
  })
}

/** The photo of a report, as an address of this page. */
export function useReportPhoto(id: string, enabled: boolean) {
  const [address, setAddress] = useState<string>()
  const photo = useQuery({
    queryKey: [...bookingsKey, 'photo', id],
    queryFn: async ({ signal }) => (await send(getCannotParkPhoto, { params: { id }, signal }, 'image/*')).blob(),
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
