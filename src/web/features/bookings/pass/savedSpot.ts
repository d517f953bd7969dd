import { useMemo, useSyncExternalStore } from 'react'
import type { Spot } from '#contract/bookings.ts'
import { onStorageChange, readJson, readText, removeStored, writeJson } from '#web/lib/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'spots_here'
/** Number of bookings to keep, newest first. */
const maxSpots = 3
/** Longer side of a saved photo in pixels, enough to read a bay number. */
const longest_px = 1280

/** A parking spot saved on this device: a photo, which never leaves it, and a note that has not been sent yet. */
export interface SavedSpot {
  photo?: string | undefined
  spot?: Spot | undefined
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
  const { photo, spot } = { ...all.find((stored) => stored.id === id), ...change }
  const others = all.filter((stored) => stored.id !== id)
  const empty = photo === undefined && spot === undefined
  const saved = empty ? others : [{ id, photo, spot }, ...others].slice(0, maxSpots)
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

/** Scales a picture down to a `data:` URL. Throws if the file is not a picture. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longest_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}

/** Decodes a `data:` URL. The content security policy does not allow `fetch` to read it. */
export function pictureOf(url: string): Blob {
  const [head = '', text = ''] = url.split(',')
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!)], { type })
}
