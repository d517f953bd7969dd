import { useMemo, useSyncExternalStore } from 'react'
import { onStorageChange, readJson, readText, removeStored, writeJson } from '#web/storage/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'spots_here'
/** Number of bookings to keep, newest first. */
const maxSpots = 3

/** A parking spot's photo, which never leaves this device. */
export interface SavedSpot {
  photo?: string | undefined
}

type StoredSpot = SavedSpot & { id: string }

const isStoredSpot = (value: unknown): value is StoredSpot => {
  const { id, photo } = (value ?? {}) as Partial<StoredSpot>
  return typeof id === 'string' && (photo === undefined || photo.startsWith('data:image/'))
}

function readAll(): StoredSpot[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isStoredSpot) : []
}

export const findSavedSpot = (id: string): SavedSpot => readAll().find((stored) => stored.id === id) ?? {}

/** Saves fields for a booking; undefined fields are removed. */
export function saveSpot(id: string, change: SavedSpot): void {
  const all = readAll()
  const { photo } = { ...all.find((stored) => stored.id === id), ...change }
  const others = all.filter((stored) => stored.id !== id)
  const saved = photo === undefined ? others : [{ id, photo }, ...others].slice(0, maxSpots)
  if (saved.length === 0) removeStored(key)
  else writeJson(key, saved)
}

export function useSavedSpot(id: string): SavedSpot {
  const text = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => undefined,
  )
  return useMemo(() => (text === undefined ? {} : findSavedSpot(id)), [text, id])
}
