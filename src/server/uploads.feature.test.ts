import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUnusedReportPhotos } from '#server/features/bookings/documents/photos.ts'
import { unusedPhoto_hours } from '#server/output/photos.ts'
import { bookingCallsOf, buildPaidBooking, callSaveReportPhoto } from '#test/kits/bookings-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** What becomes of an upload of each table whose form is not sent; `record`: none without its record, which it goes with. */
const uploads = {
  cannot_park_photos: 'delete_unused_report_photos',
  document_files: 'erase_document_files',
  lead_files: 'record',
  logos: 'delete_unused_logos',
  order_photos: 'delete_order_photos',
  park_photos: 'record',
  pictures: 'delete_unused_pictures',
}

test('every table of uploads has a job that deletes what is not used, or goes with its record', async () => {
  const { rows } = await sql<{ name: string; has_record: boolean }>`
    select c.relname as name, exists (select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and a.attnotnull) as has_record
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and a.attname = 'content' and a.atttypid = 'bytea'::regtype and n.nspname = current_schema()
    order by c.relname`.execute(world.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(uploads))
  for (const { name, has_record } of rows)
    if (uploads[name as keyof typeof uploads] === 'record') expect(has_record, name).toBe(true)
})

test('the photo of a report that is not sent is deleted after a day, and not one whose report came', async () => {
  const park = await world.buildPark()
  const driver = await world.buildDriver({ balance_minor: 1_000_000n })
  const calls = bookingCallsOf(world, driver)
  for (let n = 0; n < 2; n += 1) await calls.cannotPark((await buildPaidBooking(world, driver, park, 0, 4)).id)
  // For three days, so that its driver can still report after one.
  const [unused, replaced, reported] = [
    await buildPaidBooking(world, driver, park, 0, 4),
    await buildPaidBooking(world, driver, park, 0, 4 * 72),
    await buildPaidBooking(world, driver, park, 0, 4),
  ]
  for (const { id } of [unused, replaced, reported]) expect(await callSaveReportPhoto(world, driver, id)).toBe(204)
  expect((await calls.cannotPark(reported.id)).body.waits).toBe(false)
  const stored = async () => {
    const ids = [unused.id, replaced.id, reported.id]
    const rows = await world.db
      .selectFrom('cannot_park_photos')
      .select('booking_id')
      .where('booking_id', 'in', ids)
      .execute()
    return ids.map((id) => rows.some(({ booking_id }) => booking_id === id))
  }
  world.clock.advance(unusedPhoto_hours * 60)
  // Sent again, its day starts again.
  expect(await callSaveReportPhoto(world, driver, replaced.id)).toBe(204)
  await deleteUnusedReportPhotos(world.deps)
  expect(await stored()).toEqual([true, true, true])
  world.clock.advance(1)
  await deleteUnusedReportPhotos(world.deps)
  expect(await stored()).toEqual([false, true, true])
  expect((await calls.cannotPark(replaced.id)).body.waits).toBe(false)
})
