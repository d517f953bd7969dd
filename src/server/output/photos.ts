import { hour_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/http/errors.ts'
import type { Form } from '#server/http/forms.ts'
import { JobEnded } from '#server/workers/pool.ts'
import type { reEncodePhoto } from '#server/workers/re-encode-photo.ts'

/** For how long a photo is kept whose form was not sent. */
export const unusedPhoto_hours = 24

/** Returns before when a photo must have been sent for its form to be late. */
export const unusedBefore = (now: Date): Date => new Date(now.getTime() - unusedPhoto_hours * hour_ms)

export interface Photo {
  type: string
  content: Buffer
}

/** The accepted image types with the signatures of their first bytes. */
const imageTypes = [
  { type: 'image/jpeg', extension: 'jpg', signature: /^\xff\xd8\xff/ },
  { type: 'image/png', extension: 'png', signature: /^\x89PNG\r\n\x1a\n/ },
  { type: 'image/webp', extension: 'webp', signature: /^RIFF[^]{4}WEBPVP8[ LX]/ },
] as const

/** Detects the image type of a file by its content; undefined for other files. */
export const detectImageType = (content: Buffer) =>
  imageTypes.find(({ signature }) => signature.test(content.subarray(0, 16).toString('latin1')))

export const toFileExtension = (type: string): string =>
  imageTypes.find((imageType) => imageType.type === type)!.extension

const reEncoding = { module: new URL('../workers/re-encode-photo.ts', import.meta.url).href, name: 'reEncodePhoto' }

/** Returns the file of the form field `photo`. Throws a 422 if it is not an image. */
export function getChosenPhoto({ files }: Form): Buffer {
  const content = files.get('photo')?.content
  if (content === undefined || content.length === 0) throw fieldError('photo', 'required')
  if (detectImageType(content) === undefined) throw fieldError('photo', 'photo')
  return content
}

/**
 * Re-encodes a photo in a worker, which removes its metadata, at most `maxSide_px` wide and high. Throws a 422 if it can't be read within the worker's
 * limits, and `overloaded` when too many wait.
 */
export async function cleanPhoto(
  { workers }: Pick<Deps, 'workers'>,
  content: Buffer,
  maxSide_px?: number,
): Promise<Photo> {
  const clean = await workers.uploads
    .run<typeof reEncodePhoto>(reEncoding, content, maxSide_px)
    .catch((error: unknown) => {
      if (error instanceof JobEnded) return undefined
      throw error
    })
  if (clean === undefined) throw fieldError('photo', 'photo')
  return { type: 'image/jpeg', content: clean }
}
