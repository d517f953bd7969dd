import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { maxFavourites } from '#contract/favourites/favourite-rules.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { onStorageChange, readText } from '#web/storage/storage.ts'
import { deviceKey, parseFavourites, readDeviceFavourites, writeDeviceFavourites } from './device.ts'

/** The account's favourites. Those of the device join them first. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: async ({ signal }) => {
    const park_ids = readDeviceFavourites()
    if (park_ids.length === 0) return (await call('GET /api/v1/user/favourites', { signal })).park_ids
    const joined = await call('POST /api/v1/user/favourites', { body: { park_ids: park_ids.slice(0, maxFavourites) } })
    // What was added meanwhile joins the next time.
    writeDeviceFavourites(readDeviceFavourites().filter((id) => !park_ids.includes(id)))
    return joined.park_ids
  },
})

/** The favourites of the account; not read while nobody is signed in. */
export const useAccountFavourites = () => useQuery({ ...favouritesQuery, enabled: useSignedIn() })

/** The IDs of the reader's favourite car parks, of the account or of this device; undefined while they are not known. */
export function useFavourites(): readonly string[] | undefined {
  const signedIn = useSignedIn()
  const { data } = useAccountFavourites()
  const text = useSyncExternalStore(
    onStorageChange,
    () => readText(deviceKey) ?? '[]',
    () => undefined,
  )
  const ofDevice = useMemo(() => (text === undefined ? undefined : parseStored(text)), [text])
  return signedIn ? data : ofDevice
}

const parseStored = (text: string): string[] => {
  try {
    return parseFavourites(JSON.parse(text))
  } catch {
    return []
  }
}

/** Adds a car park to the favourites, or removes it; shown at once. Rejects with the account's refusal. */
export function useChangeFavourite() {
  const queries = useQueryClient()
  const signedIn = useSignedIn()
  return useMutation({
    mutationFn: async ({ park_id, isAdded }: { park_id: string; isAdded: boolean }) => {
      const params = { park_id }
      if (!signedIn) writeDeviceFavourites(changed(readDeviceFavourites(), { park_id, isAdded }))
      else if (isAdded) await call('PUT /api/v1/user/favourites/{park_id}', { params })
      else await call('DELETE /api/v1/user/favourites/{park_id}', { params })
    },
    onMutate: async (change) => {
      if (!signedIn) return
      await storeAnswer<string[]>(queries, favouritesQuery.queryKey, (ids) => ids && changed(ids, change))
    },
    onSettled: () => (signedIn ? queries.invalidateQueries({ queryKey: favouritesQuery.queryKey }) : undefined),
    // A change without a network is made once it returns.
    scope: { id: 'favourites' },
  })
}

const changed = (ids: readonly string[], { park_id, isAdded }: { park_id: string; isAdded: boolean }): string[] => {
  const others = ids.filter((id) => id !== park_id)
  return isAdded ? [park_id, ...others] : others
}
