import { expect, test } from 'vitest'
import { inSequence } from './in-sequence.ts'

test('what is read later is stored later, also where the first read takes longer or fails', async () => {
  let value = 'before'
  let stored = ''
  const slow = Promise.withResolvers<void>()
  let reads = 0
  const refresh = inSequence(async () => {
    const read = value
    reads += 1
    if (reads === 1) await slow.promise
    if (reads === 2) throw new Error('gone')
    stored = read
  })
  const first = refresh()
  value = 'after'
  const second = refresh()
  const third = refresh()
  slow.resolve()
  await first
  await expect(second).rejects.toThrow('gone')
  await third
  expect([stored, reads]).toEqual(['after', 3])
})
