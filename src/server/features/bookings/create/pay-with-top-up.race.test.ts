import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPendingTopUps } from '#server/features/wallet/jobs.ts'
import { confirmTopUp } from '#server/features/wallet/top-ups/confirm-top-up.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import { payAs } from '#simulators/test-kit.ts'
import { balanceOf, bookingCallsOf, expectConsistentData, mailsOf, buildHold } from '#test/kits/bookings-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { advanceBookings } from '../lifecycle/advance.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await createWalletWorld({ pool: 12 })
})
afterAll(() => world.close())

/** What may happen while the payment arrives. */
const events = fc.record({
  /** Another payment for the same hold. */
  isPaidTwice: fc.boolean(),
  hold: fc.constantFrom('valid', 'expiring', 'expired'),
  driver: fc.constantFrom('waits', 'releases the space', 'pays from the wallet', 'cancels'),
  /** Another driver wants the only space. */
  isWanted: fc.boolean(),
  /** In minor units; the hold costs 435. */
  before_minor: fc.constantFrom(0n, 435n),
})

test('pays for a booking once, whoever learns of the payment first and whatever happens meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(events, async ({ isPaidTwice, hold, driver: does, isWanted, before_minor }) => {
      world.simulators.control.set('stripe', { webhooks: 'held', webhook_copies: 2 })
      const park = await world.buildPark({ capacity: 1 })
      const driver = await world.buildDriver({ country_code: 'CA', balance_minor: before_minor })
      const other = await world.buildDriver({ country_code: 'CA', balance_minor: 435n })
      const held = await buildHold(world, driver, park)
      const { start_time, end_time } = held
      const calls = bookingCallsOf(world, driver)
      const references: string[] = []
      for (let payment = 0; payment < (isPaidTwice ? 2 : 1); payment += 1) {
        const { reference, page } = await world.startTopUp(driver, 4.35, {}, held.id)
        await payAs(page, 'success')
        references.push(reference)
      }
      world.clock.advance(hold === 'valid' ? 1 : hold === 'expiring' ? 10 : 11)
      if (hold === 'expired') await advanceBookings(world.deps)
      const act = {
        waits: async () => undefined,
        'releases the space': () => calls.release(held.id),
        'pays from the wallet': () => calls.pay(held.id),
        cancels: () => calls.cancel(held.id),
      }[does]
      await Promise.all([
        world.simulators.control.releaseWebhooks(),
        ...[1, 2].flatMap(() => [
          processWebhooks(world.deps),
          checkPendingTopUps(world.deps),
          advanceBookings(world.deps),
          ...references.flatMap((reference) => [world.verify(driver, reference), confirmTopUp(world.deps, reference)]),
        ]),
        act(),
        ...(isWanted
          ? [bookingCallsOf(world, other).book({ park_id: park.id, plate: 'B 1', start_time, end_time })]
          : []),
      ])
      for (const reference of references) await confirmTopUp(world.deps, reference)

      await expectConsistentData(world)
      const bookings = await world.db
        .selectFrom('bookings')
        .select(['user_id', 'status', 'payment_status'])
        .where('park_id', '=', park.id)
        .execute()
      const standing = bookings.filter(({ status }) => status === 'active')
      expect(standing.length).toBeLessThanOrEqual(1)
      const own = standing.filter(({ user_id }) => user_id === driver.user_id)
      if (does === 'waits' || does === 'pays from the wallet') {
        if (!isWanted || hold === 'valid') expect(own).toHaveLength(1)
        expect(standing).toHaveLength(1)
      }
      const credited_minor = 435n * BigInt(references.length)
      expect(await balanceOf(world, driver)).toBe(before_minor + credited_minor - 435n * BigInt(own.length))
      const paid = bookings.filter(
        ({ user_id, payment_status }) => user_id === driver.user_id && payment_status === 'paid',
      )
      expect(paid.length).toBeLessThanOrEqual(1)
      const results = await world.db
        .selectFrom('top_ups')
        .select(['status', 'booking_result', 'booked_id'])
        .where('reference', 'in', references)
        .execute()
      for (const { status, booking_result } of results) {
        expect(status).toBe('success')
        expect(booking_result).not.toBe('failed')
      }
      expect(
        results.filter(({ booking_result }) => booking_result === 'paid' || booking_result === 'booked_again').length,
      ).toBeLessThanOrEqual(1)
      const mails = await mailsOf(world, driver)
      expect(mails.filter((subject) => subject.startsWith('Booking confirmed'))).toHaveLength(paid.length)
    }),
    { numRuns: 8 },
  )
})
