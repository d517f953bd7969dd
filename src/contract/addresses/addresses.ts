import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid, missingOr } from '#contract/fields.ts'
import { CountryCode, CountryText } from '#contract/places/places.ts'

/** At most this many addresses of an account. */
export const maxAddresses = 20
export const addressLabels = ['home', 'work', 'other'] as const

const degrees = (most: number) =>
  z.number(missingOr('number')).check(z.minimum(-most, 'coordinates'), z.maximum(most, 'coordinates'))

/** The fields of an address as it is written. */
export const addressFields = {
  label: z.enum(addressLabels, 'required'),
  line: line(1, 200),
  apartment: z.optional(z.nullable(line(0, 60))),
  city: line(1, 100),
  /** A name of a state or its code; where the country has states. */
  state: z.optional(z.nullable(line(0, 60))),
  /** For whoever brings it. */
  note: z.optional(z.nullable(line(0, 200))),
  /** A pin set by hand, which says where it is whatever is written. */
  lat: degrees(90),
  lng: degrees(180),
}

export const Address = z.object({
  id: z.string(),
  label: z.enum(addressLabels),
  line: z.string(),
  apartment: z.nullable(z.string()),
  city: z.string(),
  state: z.nullable(z.string()),
  country_code: CountryCode,
  note: z.nullable(z.string()),
  lat: z.number(),
  lng: z.number(),
  is_default: z.boolean(),
})
export type Address = z.infer<typeof Address>

const account = { tag: 'addresses', auth: 'customer' } as const
const params = z.strictObject({ id: Uuid })

export const listAddresses = endpoint({
  ...account,
  name: 'listAddresses',
  method: 'GET',
  path: '/api/v1/user/addresses',
  summary: "Lists the account's addresses, the default one first",
  status: 200,
  answer: z.object({ items: z.array(Address) }),
})

export const createAddress = endpoint({
  ...account,
  name: 'createAddress',
  method: 'POST',
  path: '/api/v1/user/addresses',
  summary: 'Saves an address; the first one is the default',
  status: 201,
  idempotent: true,
  body: z.strictObject({ ...addressFields, country_code: CountryText, is_default: z._default(z.boolean(), false) }),
  answer: Address,
})

export const updateAddress = endpoint({
  ...account,
  name: 'updateAddress',
  method: 'PUT',
  path: '/api/v1/user/addresses/{id}',
  summary: 'Replaces an address; orders keep the one that they were placed with',
  status: 200,
  params,
  body: z.strictObject({ ...addressFields, country_code: CountryText }),
  answer: Address,
})

export const deleteAddress = endpoint({
  ...account,
  name: 'deleteAddress',
  method: 'DELETE',
  path: '/api/v1/user/addresses/{id}',
  summary: 'Deletes an address; the next one becomes the default',
  status: 204,
  params,
})

export const setDefaultAddress = endpoint({
  ...account,
  name: 'setDefaultAddress',
  method: 'PUT',
  path: '/api/v1/user/addresses/{id}/default',
  summary: 'Makes an address the default',
  status: 200,
  params,
  answer: Address,
})
