import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'

/** The address of a picture; its content never changes. */
export const pictureUrl = (id: string): string => `/api/v1/front/pictures/${id}`

/** A picture in a form: the address that its upload answered. */
export const PictureText = z
  .string()
  .check(z.regex(/^\/api\/v1\/front\/pictures\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'photo'))

/** A multipart form: `photo` (JPEG, PNG or WebP, at most 5 MiB). */
export const addPicture = endpoint({
  name: 'addPicture',
  method: 'POST',
  path: '/api/v1/admin/pictures',
  summary: 'Stores a picture for a record of the shop: a multipart form of `photo` (at most 5 MiB)',
  tag: 'desk',
  auth: 'pictures.create',
  status: 201,
  answer: z.object({ url: z.string(), width: z.number(), height: z.number() }),
})

export const getPicture = endpoint({
  name: 'getPicture',
  method: 'GET',
  path: '/api/v1/front/pictures/{picture_id}',
  summary: 'Returns a picture of the marketplace as JPEG',
  tag: 'marketplace',
  auth: 'none',
  status: 200,
  params: z.strictObject({ picture_id: Uuid }),
  query: z.strictObject({ size: z._default(z.enum(['full', 'small'], 'required'), 'full') }),
})
