import { useQuery } from '@tanstack/react-query'
import { listVehicles, type Vehicle } from '#contract/vehicles.ts'
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
