import { useSyncExternalStore } from 'react'
import { onStorageChange, readJson, removeStored, writeJson } from '#web/lib/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'spot_photos'
/** The newest ones: a car stands in one place. */
const most = 3
/** The longer side of what is kept, in pixels: enough to read a bay's number. */
const longest_px = 1280

type Photo = { id: string; url: string }

const isPhoto = (value: unknown): value is Photo => {
  const { id, url } = (value ?? {}) as Partial<Photo>
  return typeof id === 'string' && typeof url === 'string' && url.startsWith('data:image/')
}

function readAll(): Photo[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isPhoto) : []
}

/** The photo of where a booking's car stands, on this device; undefined when there is none. */
export const findPhoto = (id: string): string | undefined => readAll().find((photo) => photo.id === id)?.url

/** Keeps it, or takes it away. It never leaves this device. */
export function keepPhoto(id: string, url: string | undefined): void {
  const others = readAll().filter((photo) => photo.id !== id)
  const photos = url === undefined ? others : [{ id, url }, ...others].slice(0, most)
  if (photos.length === 0) removeStored(key)
  else writeJson(key, photos)
}

export const usePhoto = (id: string): string | undefined => useSyncExternalStore(onStorageChange, () => findPhoto(id))

/** A picture made small, as a `data:` address. Throws for what is no picture. */
export async function shrink(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longest_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}
