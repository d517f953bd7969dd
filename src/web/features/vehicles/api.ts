import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addVehicle,
  changeVehicle,
  listVehicles,
  makeDefaultVehicle,
  removeVehicle,
  type Vehicle,
  type VehicleRequest,
} from '#contract/vehicles.ts'
import { call } from '#web/lib/call.ts'
import { readToken, useSignedIn } from '#web/lib/session.ts'
import { readJson, writeJson } from '#web/lib/storage.ts'

export const vehiclesKey = ['vehicles'] as const
/** Of the specification; it leaves with the session. */
const storageKey = 'vehicles'

/** One's own vehicles, the default first: at once as this device has them, then from the server. Idle for visitors. */
export function useVehicles() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: vehiclesKey,
    queryFn: async ({ signal }) => {
      const { items } = await call(listVehicles, { signal })
      if (readToken() !== null) writeJson(storageKey, items)
      return items
    },
    enabled: signedIn,
    initialData: readKept,
    initialDataUpdatedAt: 0,
  })
}

/** What cannot be read counts as nothing. By hand: a schema would bring zod to the home page. */
function readKept(): Vehicle[] | undefined {
  const stored = readToken() === null ? undefined : readJson(storageKey)
  return Array.isArray(stored) && stored.every(isVehicle) ? stored : undefined
}

function isVehicle(stored: unknown): stored is Vehicle {
  if (typeof stored !== 'object' || stored === null) return false
  const { id, vehicle_type_id, plate, country_code, papers, is_default } = stored as Partial<Vehicle>
  const texts = [id, plate, country_code]
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof vehicle_type_id === 'number' &&
    typeof is_default === 'boolean' &&
    Array.isArray(papers)
  )
}

/** Saves a new vehicle, or writes the one with this id anew. */
export function useSaveVehicle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: VehicleRequest }) =>
      id === undefined ? call(addVehicle, { body }) : call(changeVehicle, { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: vehiclesKey }),
  })
}

export const useChooseDefault = () =>
  useChange(
    (id) => call(makeDefaultVehicle, { params: { id } }),
    (vehicles, id) =>
      vehicles
        .map((one) => ({ ...one, is_default: one.id === id }))
        .toSorted((a, b) => Number(b.is_default) - Number(a.is_default)),
  )

export const useRemoveVehicle = () =>
  useChange(
    (id) => call(removeVehicle, { params: { id } }),
    (vehicles, id) => vehicles.filter((one) => one.id !== id),
  )

/** A change that the list shows at once, and takes back where the server refuses it. */
function useChange(send: (id: string) => Promise<unknown>, change: (vehicles: Vehicle[], id: string) => Vehicle[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey: vehiclesKey })
      const before = queries.getQueryData<Vehicle[]>(vehiclesKey)
      if (before !== undefined) queries.setQueryData(vehiclesKey, change(before, id))
      return { before }
    },
    onError: (_error, _id, kept) => queries.setQueryData(vehiclesKey, kept?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: vehiclesKey }),
  })
}
