import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { ParkSummary, windowQuery } from './parks.ts'

/** UUIDs, separated by commas. */
const idList = (most: number) =>
  z.pipe(
    z.string().check(
      z.refine((text) => text.split(',').length <= most, 'too_long'),
      z.refine((text) => text.split(',').every((id) => Uuid.safeParse(id).success), 'identifier'),
    ),
    z.transform((text: string) => text.split(',')),
  )

export const listChosenParks = endpoint({
  name: 'listChosenParks',
  method: 'GET',
  path: '/api/v1/parks/front/chosen',
  summary: 'Returns car parks by their IDs, in the same order; those that are not listed are left out',
  tag: 'parks',
  auth: 'none',
  status: 200,
  query: z.strictObject({ ...windowQuery, ids: idList(100) }),
  answer: z.object({ items: z.array(ParkSummary) }),
})
