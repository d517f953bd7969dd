import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** A load that is let go by hand, and what it was asked for. */
function byHand() {
  const asked: number[][] = []
  const gates: (() => void)[] = []
  const load = async (keys: readonly number[]) => {
    asked.push([...keys])
    await new Promise<void>((resolve) => gates.push(resolve))
    return keys.map((key) => key * 10)
  }
  return { asked, load, letGo: () => gates.shift()!() }
}

test('the first goes at once, those that come meanwhile leave as one, each gets its own', async () => {
  const { asked, load, letGo } = byHand()
  const find = gather(load)
  const all = Promise.all([find(1), find(2), find(3)])
  expect(asked).toEqual([[1]])
  letGo()
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toEqual([2, 3])
  letGo()
  expect(await all).toEqual([10, 20, 30])
  const next = find(4)
  expect(asked[2]).toEqual([4])
  letGo()
  expect(await next).toBe(40)
})

test('what fails in company is tried alone, and only the guilty one fails', async () => {
  const asked: number[][] = []
  const find = gather(async (keys: readonly number[]) => {
    asked.push([...keys])
    await Promise.resolve()
    if (keys.includes(3)) throw new Error('three')
    return keys
  })
  const outcomes = await Promise.allSettled([find(1), find(2), find(3), find(4)])
  expect(asked).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
