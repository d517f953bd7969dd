import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { maxSheetRows } from '#contract/lists/list-facts.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { copyNewestBooking } from '#test/kits/many-bookings.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let origin: string

/** As many bookings as a spreadsheet file may have rows: copies of one that was made, with prices and plates of their own. */
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  await buildPaidBooking(world, driver, await world.buildPark({ name: 'Quai "Nord", Gate 4' }), 4, 4)
  await copyNewestBooking(world.db, 1, maxSheetRows - 1)
  await world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where('user_id', '=', staff.user_id)
    .execute()
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

/** What the browser asks for, and the sum of the prices as the database has it, in cents. */
const columns = ['booking_code', 'park', 'plate', 'start_time', 'total'] as const
const ask = (format: 'csv' | 'xlsx') =>
  fetch(`${origin}${bookingList.endpoint.path}?columns=${columns.join()}&timezone=America%2FToronto&format=${format}`, {
    headers: { authorization: `Bearer ${staff.token}`, 'accept-language': 'en-CA' },
  })
async function sumInDatabase() {
  const { rows } = await sql<{ count: number; cents: number; codes: number }>`
    select count(*)::int as count, sum(total_minor)::int as cents, count(distinct booking_code)::int as codes from bookings`.execute(
    world.db,
  )
  return rows[0]!
}
const toCents = (amount: unknown) => Math.round(Number(amount) * 100)

test('50,000 bookings as CSV add up to what the database has', async () => {
  const response = await ask('csv')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const codes = new Set<string>()
  const seen = { count: 0, cents: 0, formulas: 0 }
  const parser = Readable.fromWeb(response.body as never).pipe(parse({ bom: true, record_delimiter: '\r\n' }))
  let head: string[] | undefined
  for await (const record of parser) {
    const row = record as string[]
    if (head === undefined) {
      head = row
      continue
    }
    const [code, park, plate, , zone, price, currency] = row
    codes.add(code!)
    seen.count += 1
    seen.cents += toCents(price)
    if (plate!.startsWith("'=1+")) seen.formulas += 1
    if (
      row.length !== 7 ||
      zone !== 'EST' ||
      park !== 'Quai "Nord", Gate 4' ||
      currency !== 'CAD' ||
      /^[=+@-]/.test(plate!)
    )
      throw new Error(`row ${seen.count}: ${row.join(' | ')}`)
  }
  expect(head).toEqual(['Booking', 'Parking lot', 'Plate', 'Start', 'Start: time zone', 'Total', 'Total: currency'])
  const { count, cents } = await sumInDatabase()
  expect(count).toBe(maxSheetRows)
  expect([seen.count, codes.size, seen.cents]).toEqual([count, count, cents])
  expect(seen.formulas).toBe(Math.floor((maxSheetRows - 1) / 100))
}, 180_000)

test.runIf(isInTurn('50,000 bookings as XLSX', 4))(
  '50,000 bookings as XLSX add up to the same',
  async () => {
    const response = await ask('xlsx')
    expect(response.status).toBe(200)
    const [head, ...rows] = readSheet(Buffer.from(await response.arrayBuffer()))
    expect(head).toEqual(['Booking', 'Parking lot', 'Plate', 'Start', 'Start: time zone', 'Total'])
    const { count, cents } = await sumInDatabase()
    expect([rows.length, new Set(rows.map(([code]) => code)).size]).toEqual([count, count])
    expect(rows.every((row) => typeof row[3] === 'number' && row[4] === 'EST' && typeof row[5] === 'number')).toBe(true)
    expect(rows.reduce((sum, row) => sum + toCents(row[5]), 0)).toBe(cents)
  },
  180_000,
)

test('one more booking is refused as XLSX with a pointer to CSV', async () => {
  await copyNewestBooking(world.db, maxSheetRows, maxSheetRows)
  const refused = await ask('xlsx')
  const problem = (await refused.json()) as { code: string; message: string }
  expect([refused.status, problem.code]).toEqual([422, 'export_too_large'])
  expect(problem.message).toMatch(/50,000.*CSV/)
  // CSV has no limit; a reader who leaves frees the connection, so that the database can be closed.
  const whole = await ask('csv')
  expect(whole.status).toBe(200)
  await whole.body!.cancel()
}, 180_000)
