import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/* The PIN with which a person unlocks the counter at which a colleague has a shift: four to six digits. */

/** Neither one digit alone nor digits in a row, which are tried first. */
export const isGuessablePin = (pin: string): boolean => {
  const steps = [...pin].slice(1).map((digit, at) => Number(digit) - Number(pin[at]))
  return [0, 1, -1].some((step) => steps.every((taken) => taken === step))
}

export const NewPin = z.string().check(
  z.regex(/^\d{4,6}$/, { error: 'pin', abort: true }),
  z.refine((pin) => !isGuessablePin(pin), 'pin_common'),
)

const call = { tag: 'users', auth: 'customer', status: 200 } as const

const OwnPin = z.object({ set_at: z.nullable(z.string()) })

export const getOwnPin = endpoint({
  ...call,
  name: 'getOwnPin',
  method: 'GET',
  path: '/api/v1/users/counter-pin',
  summary: 'Returns since when the caller has a PIN for counters',
  answer: OwnPin,
})

export const setOwnPin = endpoint({
  ...call,
  name: 'setOwnPin',
  method: 'PUT',
  path: '/api/v1/users/counter-pin',
  summary: "Sets the caller's PIN for counters, after their password",
  body: z.strictObject({ pin: NewPin }),
  answer: OwnPin,
})

export const deleteOwnPin = endpoint({
  ...call,
  name: 'deleteOwnPin',
  method: 'DELETE',
  path: '/api/v1/users/counter-pin',
  summary: "Deletes the caller's PIN for counters",
  status: 204,
})
