import { beforeEach, describe, expect, test } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { CallError } from './call.ts'
import {
  findPendingRequest,
  isOutcomeUnknown,
  removePendingRequest,
  requestNames,
  savePendingRequest,
  sendOnce,
} from './pendingRequests.ts'

const [value, second] = [requestNames.book('one'), requestNames.book('two')]
const body = { park_id: 'p', plate: 'ABC 123' }

beforeEach(() => {
  for (const name of [value, second]) removePendingRequest(name)
})

describe('a pending request', () => {
  test('keeps its key until it is removed', () => {
    const first = savePendingRequest(value, body, 'ada')
    expect(savePendingRequest(value, { ...body }, 'ada').key).toBe(first.key)
    expect(findPendingRequest(value)).toEqual(first)
    removePendingRequest(value)
    expect(findPendingRequest(value)).toBeUndefined()
    expect(savePendingRequest(value, body, 'ada').key).not.toBe(first.key)
  })

  test('keeps its key without a body', () => {
    const { key } = savePendingRequest(value, undefined)
    expect(savePendingRequest(value, undefined).key).toBe(key)
  })

  test.each([
    ['another body', value, { ...body, plate: 'X1' }, 'ada'],
    ['another account', value, body, 'bola'],
    ['another name', second, body, 'ada'],
  ])('gets a new key for %s', (_what, name, other, account) => {
    const first = savePendingRequest(value, body, 'ada')
    expect(savePendingRequest(name, other, account).key).not.toBe(first.key)
  })

  test('is ignored after half a day', () => {
    const now = Date.now()
    savePendingRequest(value, body, 'ada', now)
    expect(findPendingRequest(value, now + 11 * hour_ms)).toBeDefined()
    expect(findPendingRequest(value, now + 13 * hour_ms)).toBeUndefined()
  })
})

test.each([
  [new TypeError('network'), true],
  [new CallError(0, undefined), true],
  [new CallError(502, undefined), true],
  [new CallError(409, undefined), false],
])('%s leaves the outcome unknown: %s', (error, unknown) => {
  expect(isOutcomeUnknown(error)).toBe(unknown)
})

describe('sendOnce', () => {
  const fail = (status: number) => () => Promise.reject(new CallError(status, undefined))
  const keyOf = () => sendOnce(value, { body }, (_body, key) => Promise.resolve(key))

  test('repeats a request without an answer under its key', async () => {
    await expect(sendOnce(value, { body }, fail(0))).rejects.toThrow()
    const key = findPendingRequest(value)?.key
    expect(await keyOf()).toBe(key)
  })

  test('uses a new key after an answer', async () => {
    expect(await keyOf()).not.toBe(await keyOf())
    await expect(sendOnce(value, { body }, fail(409))).rejects.toThrow()
    expect(findPendingRequest(value)).toBeUndefined()
  })
})
