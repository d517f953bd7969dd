import { useMemo, useSyncExternalStore } from 'react'
import type { Spot } from '#contract/bookings.ts'
import { onStorageChange, readJson, readText, removeStored, writeJson } from '#web/lib/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'spots_here'
/** Number of bookings to keep, newest first. */
const most = 3
/** Longer side of a saved photo in pixels, enough to read a bay number. */
const longest_px = 1280

/** A parking spot saved on this device: a photo, which never leaves it, and a note that has not been sent yet. */
export interface Here {
  photo?: string | undefined
  spot?: Spot | undefined
}

type Kept = Here & { id: string }

const isKept = (value: unknown): value is Kept => {
  const { id, photo } = (value ?? {}) as Partial<Kept>
  return typeof id === 'string' && (photo === undefined || photo.startsWith('data:image/'))
}

function readAll(): Kept[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isKept) : []
}

export const findHere = (id: string): Here => readAll().find((kept) => kept.id === id) ?? {}

/** Saves fields for a booking; undefined fields are removed. */
export function keepHere(id: string, change: Here): void {
  const all = readAll()
  const { photo, spot } = { ...all.find((kept) => kept.id === id), ...change }
  const others = all.filter((kept) => kept.id !== id)
  const empty = photo === undefined && spot === undefined
  const kept = empty ? others : [{ id, photo, spot }, ...others].slice(0, most)
  if (kept.length === 0) removeStored(key)
  else writeJson(key, kept)
}

export function useHere(id: string): Here {
  const text = useSyncExternalStore(onStorageChange, () => readText(key))
  return useMemo(() => (text === undefined ? {} : findHere(id)), [text, id])
}

/** Scales a picture down to a `data:` URL. Throws if the file is not a picture. */
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

/** Decodes a `data:` URL. The content security policy does not allow `fetch` to read it. */
export function pictureOf(url: string): Blob {
  const [head = '', text = ''] = url.split(',')
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!)], { type })
}
