import { useMemo, useSyncExternalStore } from 'react'
import type { Spot } from '#contract/bookings.ts'
import { onStorageChange, readJson, readText, removeStored, writeJson } from '#web/lib/storage.ts'

/** One of the keys that `endSession` removes. */
const key = 'spots_here'
/** The newest ones: a car stands in one place. */
const most = 3
/** The longer side of a kept photo, in pixels: enough to read a bay's number. */
const longest_px = 1280

/** What this device knows of where a car stands: a photo, which never leaves it, and a note that could not be sent yet. */
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

/** Keeps it for a booking, or takes away what is undefined. */
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

/** The bytes of such an address. The page's rules on what it may fetch do not let `fetch` read it. */
export function pictureOf(url: string): Blob {
  const [head = '', text = ''] = url.split(',')
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!)], { type })
}
