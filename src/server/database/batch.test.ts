import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBatcher, createBatcherPerOwner, type BatchOptions } from './batch.ts'

/** A batcher whose batches finish one by one, when `finishNext` is called; results are ten times the item. */
function createManualBatcher(options?: BatchOptions<number>) {
  const batches: number[][] = []
  const unfinished: (() => void)[] = []
  const run = async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => unfinished.push(resolve))
    return new Map(items.map((item) => [item, item * 10]))
  }
  return { batches, call: createBatcher(run, options), finishNext: () => unfinished.shift()!() }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('a batch', () => {
  test('holds the calls of one turn, and each call gets its own result', async () => {
    const { batches, call, finishNext } = createManualBatcher()
    const results = Promise.all([call(1), call(2)])
    await nextTurn()
    expect(batches).toEqual([[1, 2]])
    finishNext()
    expect(await results).toEqual([10, 20])
  })

  test('that runs makes later calls wait for the next one', async () => {
    const { batches, call, finishNext } = createManualBatcher()
    const first = call(1)
    await nextTurn()
    const later = Promise.all([call(2), call(3)])
    await nextTurn()
    await nextTurn()
    expect(batches).toEqual([[1]])
    finishNext()
    await first
    await expect.poll(() => batches).toEqual([[1], [2, 3]])
    finishNext()
    expect(await later).toEqual([20, 30])
  })

  test('takes at most `maxSize` calls, the longest waiting first', async () => {
    const { batches, call, finishNext } = createManualBatcher({ maxSize: 2 })
    const results = Promise.all(numbers(1, 5).map(call))
    for (const [n, batch] of [[1, 2], [3, 4], [5]].entries()) {
      await expect.poll(() => batches[n]).toEqual(batch)
      finishNext()
    }
    expect(await results).toEqual([10, 20, 30, 40, 50])
  })

  test('never holds two items of one key, and keeps their order', async () => {
    const { batches, call, finishNext } = createManualBatcher({ keyOf: (item) => (item < 10 ? 'same' : undefined) })
    const results = Promise.all([1, 11, 2, 12, 3].map(call))
    for (const [n, batch] of [[1, 11, 12], [2], [3]].entries()) {
      await expect.poll(() => batches[n]).toEqual(batch)
      finishNext()
    }
    expect(await results).toEqual([10, 110, 20, 120, 30])
  })

  test('gives undefined to a call without a result', async () => {
    const call = createBatcher(async () => new Map<number, string>())
    expect(await call(1)).toBeUndefined()
  })
})

describe('a further batch starts beside a running one', () => {
  test('as soon as enough calls wait, up to the limit', async () => {
    const { batches, call, finishNext } = createManualBatcher({ maxSize: 4, maxConcurrent: 2, concurrentFrom: 3 })
    const results = Promise.all(numbers(1, 11).map(call))
    await nextTurn()
    expect(batches).toEqual([numbers(1, 4), numbers(5, 8)])
    finishNext()
    await expect.poll(() => batches[2]).toEqual(numbers(9, 11))
    finishNext()
    finishNext()
    await results
  })

  test('not while fewer calls wait', async () => {
    const { batches, call, finishNext } = createManualBatcher({ maxConcurrent: 2, concurrentFrom: 3 })
    const first = call(1)
    await nextTurn()
    const later = [call(2), call(3)]
    await nextTurn()
    expect(batches).toEqual([[1]])
    later.push(call(4))
    await nextTurn()
    expect(batches).toEqual([[1], [2, 3, 4]])
    finishNext()
    finishNext()
    await Promise.all([first, ...later])
  })

  test('when the running one takes too long', async () => {
    const { batches, call, finishNext } = createManualBatcher({ concurrentAfter_ms: 1 })
    const first = call(1)
    await nextTurn()
    await pause(2)
    const second = call(2)
    await nextTurn()
    expect(batches).toEqual([[1], [2]])
    finishNext()
    finishNext()
    expect(await Promise.all([first, second])).toEqual([10, 20])
  })
})

test('runs the items of a failed batch alone, so that only the bad one fails', async () => {
  const batches: number[][] = []
  const call = createBatcher(async (items: readonly number[]) => {
    batches.push([...items])
    await nextTurn()
    if (items.includes(3)) throw new Error('three')
    return new Map(items.map((item) => [item, item]))
  })
  const outcomes = await Promise.allSettled(numbers(1, 4).map(call))
  expect(batches).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('keeps the calls for different owners apart', async () => {
  const [left, right] = [{ factor: 2 }, { factor: 3 }]
  const batches: [number, readonly number[]][] = []
  const call = createBatcherPerOwner(async ({ factor }: { factor: number }, items: readonly number[]) => {
    batches.push([factor, items])
    return new Map(items.map((item) => [item, item * factor]))
  })
  expect(await Promise.all([call(left, 1), call(right, 1), call(left, 2)])).toEqual([2, 3, 4])
  expect(batches).toEqual([
    [2, [1, 2]],
    [3, [1]],
  ])
})
