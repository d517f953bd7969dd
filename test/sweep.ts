import { expect } from 'vitest'
import type { Db } from '#server/database/connect.ts'

const quarter_ms = 15 * 60_000
const givenBack = new Set(['cancelled', 'expired'])
/** These have a place to the end that was bought, no more and no less. */
const standing = new Set(['pending', 'active', 'checked_in'])

/**
 * Counts every quarter hour of every pool anew from the bookings, in its own way, and compares it with the counters.
 * An empty list means that they agree and that nothing is oversold; else one sentence for each day that is wrong.
 */
export async function sweepSpaces(db: Db): Promise<string[]> {
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'pool_id', 'start_time', 'end_time', 'space_until', 'status'])
    .execute()
  const counted = new Map<string, number[]>()
  const wrong: string[] = []
  for (const { id, pool_id, start_time, end_time, space_until, status } of bookings) {
    if (givenBack.has(status) !== (space_until === null))
      wrong.push(`booking ${id}: ${status}, space until ${space_until}`)
    if (standing.has(status) && space_until?.getTime() !== end_time.getTime())
      wrong.push(
        `booking ${id}: ${status} until ${end_time.toISOString()}, its space until ${space_until?.toISOString()}`,
      )
    if (space_until === null) continue
    for (let at = start_time.getTime(); at < space_until.getTime(); at += quarter_ms) {
      const instant = new Date(at).toISOString()
      const key = `${pool_id} ${instant.slice(0, 10)}`
      const slots = counted.get(key) ?? Array.from({ length: 96 }, () => 0)
      slots[Number(instant.slice(11, 13)) * 4 + Number(instant.slice(14, 16)) / 15]! += 1
      counted.set(key, slots)
    }
  }
  const days = await db.selectFrom('pool_days').selectAll().execute()
  for (const { pool_id, day, cap, used } of days) {
    const key = `${pool_id} ${day}`
    const slots = counted.get(key) ?? Array.from({ length: 96 }, () => 0)
    counted.delete(key)
    if (slots.some((count, slot) => count !== used[slot]))
      wrong.push(`pool ${key}: the bookings make ${slots.join(',')}, the counters say ${used.join(',')}`)
    if (slots.some((count) => count > cap)) wrong.push(`pool ${key}: oversold, ${Math.max(...slots)} of ${cap}`)
  }
  for (const key of counted.keys()) wrong.push(`pool ${key}: booked, but not counted`)
  return wrong
}

export const expectCountedSpaces = async (db: Db): Promise<void> => expect(await sweepSpaces(db)).toEqual([])
