import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid, missingOr } from '#contract/fields.ts'

/** A car park has at most so many photos and entrances; an entrance is at most so far from its position. */
export const photoRules = { photos: 20, entrances: 20, entrance_m: 3_000 } as const

const texts = {
  description_en: line(3, 200),
  description_fr: line(3, 200),
  rights: z.enum(['own', 'permission'], 'required'),
  /** The author; required with `permission`. */
  credit: z.nullable(line(1, 120)),
}

/** The fields beside the file. */
export const PhotoTexts = z
  .strictObject(texts)
  .check(z.refine(({ rights, credit }) => rights === 'own' || credit !== null, { error: 'required', path: ['credit'] }))
export type PhotoTexts = z.infer<typeof PhotoTexts>

export const DeskPhoto = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number(),
  height: z.number(),
  ...texts,
})
export type DeskPhoto = z.infer<typeof DeskPhoto>

const entrance = {
  name: z.nullable(line(1, 80)),
  lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
  lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
  photo_id: z.nullable(Uuid),
}

export const ParkPhotos = z.object({
  version: z.number(),
  lat: z.number(),
  lng: z.number(),
  photos: z.array(DeskPhoto),
  entrances: z.array(z.object({ id: z.string(), ...entrance })),
})
export type ParkPhotos = z.infer<typeof ParkPhotos>

const params = z.strictObject({ id: Uuid })
const photoParams = z.strictObject({ id: Uuid, photo_id: Uuid })
const photos = { tag: 'desk', status: 200, params, answer: ParkPhotos } as const

export const listPhotos = endpoint({
  ...photos,
  name: 'listPhotos',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/photos',
  summary: 'Lists the photos and entrances of a car park',
  auth: 'parks.view',
})

/** A multipart form: `photo` (JPEG, PNG or WebP, at most 5 MiB) and the fields of `PhotoTexts`. */
export const addPhoto = endpoint({
  ...photos,
  name: 'addPhoto',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/photos',
  summary: 'Adds a photo: a multipart form of `photo` (at most 5 MiB) with its descriptions and rights',
  auth: 'parks.update',
})

export const updatePhoto = endpoint({
  ...photos,
  name: 'updatePhoto',
  method: 'PATCH',
  path: '/api/v1/admin/parks/{id}/photos/{photo_id}',
  summary: 'Changes the descriptions and rights of a photo',
  auth: 'parks.update',
  params: photoParams,
  body: PhotoTexts,
})

export const movePhoto = endpoint({
  ...photos,
  name: 'movePhoto',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/photos/{photo_id}/move',
  summary: 'Moves a photo before or after its neighbour; the first is shown largest',
  auth: 'parks.update',
  params: photoParams,
  body: z.strictObject({ direction: z.enum(['up', 'down'], 'required') }),
})

export const removePhoto = endpoint({
  ...photos,
  name: 'removePhoto',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/photos/{photo_id}/remove',
  summary: 'Removes a photo; it cannot be brought back',
  auth: 'parks.update',
  params: photoParams,
})

export const setEntrances = endpoint({
  ...photos,
  name: 'setEntrances',
  method: 'PUT',
  path: '/api/v1/admin/parks/{id}/entrances',
  summary: 'Replaces the entrances of a car park, in their order',
  auth: 'parks.update',
  body: z.strictObject({
    entrances: z.array(z.strictObject(entrance)).check(z.maxLength(photoRules.entrances, 'too_long')),
    version: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small')),
  }),
})
