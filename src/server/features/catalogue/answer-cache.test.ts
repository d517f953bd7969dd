import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const at = (ms: number) => new Date(1_800_000_000_000 + ms)

function count() {
  const calls = { made: 0 }
  return { calls, compute: async () => (calls.made += 1) }
}

test('computes once for all who ask within its lifetime, and again afterwards', async () => {
  const cache = new AnswerCache<number>(2_000)
  const { calls, compute } = count()
  const answers = await Promise.all([cache.find('a', at(0), compute), cache.find('a', at(0), compute)])
  expect([...answers, await cache.find('a', at(1_999), compute)]).toEqual([1, 1, 1])
  expect(await cache.find('b', at(0), compute)).toBe(2)
  expect(await cache.find('a', at(2_000), compute)).toBe(3)
  expect(calls.made).toBe(3)
})

test('computes again once it is cleared, also while something is being computed', async () => {
  const cache = new AnswerCache<number>(2_000)
  const { compute } = count()
  const early = cache.find('a', at(0), compute)
  cache.clear()
  expect([await early, await cache.find('a', at(0), compute)]).toEqual([1, 2])
})

test('keeps no failure, nothing without a lifetime, and a limited number of answers', async () => {
  const cache = new AnswerCache<number>(2_000)
  await expect(cache.find('a', at(0), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.find('a', at(0), async () => 7)).toBe(7)
  const { calls, compute } = count()
  for (let n = 0; n < 2_500; n += 1) await cache.find(`key ${n}`, at(0), compute)
  await cache.find('key 0', at(0), compute)
  await cache.find('key 2499', at(0), compute)
  expect(calls.made).toBe(2_501)
  const none = new AnswerCache<number>(0)
  await none.find('a', at(0), compute)
  await none.find('a', at(0), compute)
  expect(calls.made).toBe(2_503)
})
