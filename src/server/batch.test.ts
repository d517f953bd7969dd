import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gather } from './batch.ts'

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

test('what comes in one turn leaves as one; what comes meanwhile waits for the next; each gets its own', async () => {
  const { asked, load, letGo } = byHand()
  const find = gather(load)
  const first = Promise.all([find(1), find(2)])
  await expect.poll(() => asked).toEqual([[1, 2]])
  const next = Promise.all([find(3), find(4)])
  await turn()
  expect(asked).toEqual([[1, 2]])
  letGo()
  expect(await first).toEqual([10, 20])
  await expect
    .poll(() => asked)
    .toEqual([
      [1, 2],
      [3, 4],
    ])
  letGo()
  expect(await next).toEqual([30, 40])
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
  expect(asked).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
