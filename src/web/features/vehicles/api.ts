import { useQuery } from '@tanstack/react-query'
import { listVehicles, Vehicle } from '#contract/vehicles.ts'
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

/** What cannot be read counts as nothing. */
function readKept(): Vehicle[] | undefined {
  const stored = readToken() === null ? undefined : readJson(storageKey)
  if (!Array.isArray(stored)) return undefined
  const read = stored.map((one) => Vehicle.safeParse(one))
  return read.every(({ success }) => success) ? read.map(({ data }) => data!) : undefined
}
