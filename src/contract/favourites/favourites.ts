import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { maxFavourites } from './favourite-rules.ts'

const account = { tag: 'favourites', auth: 'customer', path: '/api/v1/user/favourites' } as const
const first = { ...account, path: '/api/v1/user/favourites/{park_id}', status: 204 } as const

/** The IDs of the car parks, the one added last first. */
export const Favourites = z.object({ park_ids: z.array(z.string()) })

export const listFavourites = endpoint({
  ...account,
  name: 'listFavourites',
  method: 'GET',
  summary: "Lists the account's favourite car parks, the one added last first",
  status: 200,
  answer: Favourites,
})

export const joinFavourites = endpoint({
  ...account,
  name: 'joinFavourites',
  method: 'POST',
  summary: 'Adds the favourites of a device, as far as the account has room for them; unknown car parks are left out',
  status: 200,
  body: z.strictObject({ park_ids: z.array(Uuid).check(z.maxLength(maxFavourites, 'too_long')) }),
  answer: Favourites,
})

export const addFavourite = endpoint({
  ...first,
  name: 'addFavourite',
  method: 'PUT',
  summary: 'Adds a car park to the favourites',
  params: z.strictObject({ park_id: Uuid }),
})

export const removeFavourite = endpoint({
  ...first,
  name: 'removeFavourite',
  method: 'DELETE',
  summary: 'Removes a car park from the favourites',
  params: z.strictObject({ park_id: Uuid }),
})
