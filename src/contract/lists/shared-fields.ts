import * as z from 'zod/mini'
import { Uuid, wholeNumber, missingOr } from '#contract/fields.ts'

/* What the calls of the shop's records share. */

export const byId = z.strictObject({ id: Uuid })
/** The ids of a branch and of what it has. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
export const PairId = z.string().check(z.regex(new RegExp(`^${uuid}_${uuid}$`), 'identifier'))
export const Version = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'))
export const versionQuery = z.strictObject({ version: wholeNumber(1, 1e9) })
export const integer = (least: number, most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))
/** An amount in major units of a currency that the record names. */
export const amount = z
  .number(missingOr('number'))
  .check(z.minimum(0, 'too_small'), z.maximum(1_000_000_000, 'too_large'))
/** The name of a record in the addresses of the site. */
export const SlugText = z
  .string()
  .check(z.trim(), z.maxLength(80, 'too_long'), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'slug'))
/** A text of several lines, each of them something of its own. */
export const lines = (most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most, 'too_long'),
    z.refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(text), 'characters'),
  )
