import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { call } from '#web/api/call.ts'

/** What managing a car park reads; everything of the desk is read again after a change. */
const keyOf = (id: string, ...rest: unknown[]) => ['desk', 'parks', 'panel', id, ...rest]

export const guardsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'guards'),
    queryFn: ({ signal }) => call('GET /api/v1/admin/parks/{id}/guards', { params: { id }, signal }),
  })

export const camerasQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'cameras'),
    queryFn: ({ signal }) => call('GET /api/v1/admin/parks/{id}/cameras', { params: { id }, signal }),
  })

export const photosQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'photos'),
    queryFn: ({ signal }) => call('GET /api/v1/admin/parks/{id}/photos', { params: { id }, signal }),
  })

export const capacityQuery = (id: string, from: string | undefined, days: number) =>
  queryOptions({
    queryKey: keyOf(id, 'capacity', from, days),
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/parks/{id}/capacity', { params: { id }, query: { from, days: String(days) }, signal }),
    placeholderData: keepPreviousData,
  })

export const affectedQuery = (id: string, closure_id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'affected', closure_id),
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/parks/{id}/closures/{closure_id}/bookings', { params: { id, closure_id }, signal }),
  })

export const tariffsQuery = (id: string, vehicle_type_id: number) =>
  queryOptions({
    queryKey: keyOf(id, 'tariffs', vehicle_type_id),
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/parks/{id}/tariffs', {
        params: { id },
        query: { vehicle_type_id: String(vehicle_type_id) },
        signal,
      }),
  })

export const vehicleTypesQuery = (language: string) =>
  queryOptions({
    queryKey: ['desk', 'vehicle_types', language],
    queryFn: ({ signal }) => call('GET /api/v1/vehicles/public', { signal }),
    staleTime: Infinity,
  })

interface Proposal {
  vehicle_type_id: number
  tariff: TariffRequest
  windows: { start_time: string; end_time: string }[]
}

/** The previous prices stay while others are calculated. A proposal that is refused is not asked again. */
export const previewQuery = (id: string, proposal: Proposal) =>
  queryOptions({
    queryKey: keyOf(id, 'preview', proposal),
    queryFn: ({ signal }) =>
      call('POST /api/v1/admin/parks/{id}/tariffs/preview', { params: { id }, body: proposal, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
