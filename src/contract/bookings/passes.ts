import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/* The public keys that verify passes, for everyone: a pass is verified without a network (decision 44). */

const keyFields = { kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }

export const PassKey = z.object({
  ...keyFields,
  /** As passes name it: eight hexadecimal digits. */
  kid: z.string(),
  use: z.literal('sig'),
  /** Until when passes with this signature are accepted; null for the key that signs now. */
  accepted_until: z.nullable(z.string()),
  /** Whether it also signed passes of the first version (`PW1`), which name no key. */
  signed_pw1: z.boolean(),
})
export type PassKey = z.infer<typeof PassKey>

export const listPassKeys = endpoint({
  name: 'listPassKeys',
  method: 'GET',
  path: '/api/v1/passes/keys',
  summary: 'Lists the public keys (JWK, Ed25519) that verify passes, newest first; sent with an ETag',
  tag: 'bookings',
  auth: 'none',
  status: 200,
  answer: z.object({ keys: z.array(PassKey) }),
})

export const getPassKey = endpoint({
  name: 'getPassKey',
  method: 'GET',
  path: '/api/v1/passes/key',
  summary: 'Returns the public key (JWK, Ed25519) that signs passes now; `/passes/keys` has all that are accepted',
  tag: 'bookings',
  auth: 'none',
  status: 200,
  answer: z.object(keyFields),
})
