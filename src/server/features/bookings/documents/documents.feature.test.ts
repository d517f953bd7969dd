import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getPassImage, getReceipt } from '#contract/bookings/booking-changes.ts'
import { getBooking } from '#contract/bookings/bookings.ts'
import { getStatement } from '#contract/wallet/wallet.ts'
import { WorkerPool } from '#server/workers/pool.ts'
import type { Workers } from '#server/workers/workers.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Replaces the processes of one kind by none, so that each job is one too many. */
function useNoProcess(kind: Exclude<keyof Workers, 'close'>): void {
  const { [kind]: usual } = world.deps.workers
  const pool = new WorkerPool({ processes: 0, waiting: 0, time_ms: 60_000, memory_mb: 256, output_bytes: 1_000_000 })
  world.deps.workers[kind] = pool
  onTestFinished(() => {
    world.deps.workers[kind] = usual
    return pool.close()
  })
}

const createScene = async () => {
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, await world.buildPark(), 0, 4)
  return { token: driver.token, params: { bookingCode: booking.booking_code } }
}

test('receipts and statements are drawn in a process, and refused while too many wait', async () => {
  const { token, params } = await createScene()
  const drawn = await Promise.all([
    world.call(getReceipt, { token, params }),
    world.call(getStatement, { token, params: { month: '2026-11' } }),
  ])
  expect(drawn.map(({ raw }) => readPdf(raw).missing)).toEqual([0, 0])
  useNoProcess('documents')
  const refused = await world.call(getReceipt, { token, params })
  expect(refused.status).toBe(503)
  expect(refused.problem.message).toBe('We’re very busy at the moment. Try again in a few seconds.')
  expect(refused.headers['retry-after']).toBe('5')
  expect((await world.call(getStatement, { token, params: { month: '2026-11' } })).status).toBe(503)
})

test('passes are drawn in a process of their own, and refused while too many wait', async () => {
  const { token, params } = await createScene()
  const details = await world.call(getBooking, { token, params })
  expect(details.body.pass?.qr_path).toMatch(/^M0 0h7/)
  expect((await world.call(getPassImage, { token, params })).status).toBe(200)
  useNoProcess('passes')
  expect((await world.call(getPassImage, { token, params })).status).toBe(503)
})
