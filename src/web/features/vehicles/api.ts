import { useQuery } from '@tanstack/react-query'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { call } from '#web/api/call.ts'
import { readToken, useSignedIn } from '#web/api/session.ts'
import { readJson, writeJson } from '#web/storage/storage.ts'

export const vehiclesKey = ['vehicles'] as const
/** Storage key of the specification; `endSession` removes it. */
const storageKey = 'vehicles'

/** The user's vehicles, default first: first this device's copy, then the server's. Idle for visitors. */
export function useVehicles() {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: vehiclesKey,
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/v1/user/vehicles/', { signal })
      if (readToken() !== null) writeJson(storageKey, items)
      return items
    },
    enabled: signedIn,
    initialData: signedIn ? readStored : undefined,
    initialDataUpdatedAt: 0,
  })
}

/** Reads the copy; an unreadable one is ignored. Not checked by a schema, to keep zod out of the home page's bundle. */
function readStored(): Vehicle[] | undefined {
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
