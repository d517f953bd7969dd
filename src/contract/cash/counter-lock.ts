import * as z from 'zod/mini'
import { Profile } from '#contract/accounts/auth.ts'
import { NewPin } from '#contract/accounts/counter-pin.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'

/* A device at a counter that several people share: it is locked, and each of them unlocks it with a PIN of their own. */

const Pin = z.string().check(z.maxLength(12, 'too_long'))

/** For whoever is in front of a counter, locked or not. */
const atCounter = { tag: 'desk', auth: 'customer', status: 200, at_counter: true } as const

const CounterLock = z.object({
  branch: z.string(),
  register: z.string(),
  shift_number: z.number(),
  /** Who can unlock it: the person who opened the shift first, then the others who sell at the branch. */
  operators: z.array(z.object({ id: z.string(), name: z.string(), has_pin: z.boolean() })),
})

export const getCounterLock = endpoint({
  ...atCounter,
  name: 'getCounterLock',
  method: 'GET',
  path: '/api/v1/counter',
  summary: 'Returns who can unlock the counter of this device',
  answer: CounterLock,
})

export const lockCounter = endpoint({
  ...atCounter,
  name: 'lockCounter',
  method: 'POST',
  path: '/api/v1/counter/lock',
  summary:
    "Locks the device at the register of the caller's open shift. From then on it acts for whoever unlocks it, and at this counter alone, until they log out",
  answer: Profile,
})

export const unlockCounter = endpoint({
  ...atCounter,
  name: 'unlockCounter',
  method: 'POST',
  path: '/api/v1/counter/unlock',
  summary: 'Unlocks the counter for somebody who sells at its branch, with their PIN or their password',
  body: z.strictObject({
    user_id: Uuid,
    pin: z.optional(Pin),
    /** In place of the PIN; with `new_pin` it sets one. */
    password: z.optional(z.string().check(z.maxLength(200, 'too_long'))),
    new_pin: z.optional(NewPin),
  }),
  answer: Profile,
})
