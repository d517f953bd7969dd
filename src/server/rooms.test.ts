import { expect, test } from 'vitest'
import { giveRoom, takeRoom, writtenOf } from './rooms.ts'

test('a room is not lent to two answers, and is used again when its answer is sent', () => {
  const [one, other] = [takeRoom(100), takeRoom(100)]
  expect(one.buffer).not.toBe(other.buffer)
  const answer = writtenOf(one, 2)
  expect(answer.length).toBe(2)
  giveRoom(answer)
  giveRoom(answer)
  expect(takeRoom(100)).toBe(one)
  expect(takeRoom(100)).not.toBe(one)
})

test('what is too long for a room, or was never in one, is let be', () => {
  const long = writtenOf(takeRoom(1_000_000), 900_000)
  giveRoom(long)
  giveRoom(Buffer.from('elsewhere'))
  expect(takeRoom(1_000_000).buffer).not.toBe(long.buffer)
  expect(takeRoom(10).length).toBeGreaterThan(10)
})
