import { readJson, readText, removeStored, writeJson } from '#web/storage/storage.ts'

/** Where visitors' favourites are kept until they log in. */
export const deviceKey = 'favouriteParks'

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value)

/** Parses stored favourites, the one added last first, and skips what is none. */
export function parseFavourites(stored: unknown): string[] {
  return Array.isArray(stored) ? [...new Set(stored.filter(isId))] : []
}

export const readDeviceFavourites = (): string[] => parseFavourites(readJson(deviceKey))
export const hasDeviceFavourites = (): boolean => readText(deviceKey) !== undefined

export const writeDeviceFavourites = (ids: readonly string[]): void =>
  ids.length === 0 ? removeStored(deviceKey) : writeJson(deviceKey, ids)
