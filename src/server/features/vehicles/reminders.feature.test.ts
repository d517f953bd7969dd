import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateMailPreferences } from '#contract/accounts/account.ts'
import { createVehicle, updateVehicle, deleteVehicle } from '#contract/vehicles/vehicles.ts'
import { mailsTo, refuseMailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { mailDueReminders } from './reminders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = new Date('2026-11-21T17:00:00Z')
  await world.db.deleteFrom('vehicles').execute()
})

const insured = async ({ token }: Driver, expires_on: string, more: object = {}) => {
  const body = { plate: 'ABC 123', papers: [{ kind: 'insurance', expires_on }], ...more }
  const saved = await world.call(createVehicle, { token, body })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  return saved.body
}
/** Runs the job twice a day for a number of days. */
const runDays = async (days: number, runJob: () => Promise<unknown> = () => mailDueReminders(world.deps)) => {
  for (let day = 0; day < days; day += 1) {
    await runJob()
    await runJob()
    world.clock.advance(24 * 60)
  }
}

describe('reminders of expiring documents', () => {
  test('are mailed 60, 30, 7 and 1 day before, once each, with a form that is filled in', async () => {
    const driver = await world.buildDriver({ country_code: 'NG' })
    const started = world.clock.now.getTime()
    const { id } = await insured(driver, '2027-01-25')
    const sent: number[] = []
    await runDays(70, async () => {
      if ((await mailDueReminders(world.deps)) > 0) sent.push((world.clock.now.getTime() - started) / 86_400_000)
    })
    expect(sent).toEqual([5, 35, 58, 64])
    const mails = await mailsTo(world, driver.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'ABC 123: Insurance expires tomorrow',
      'ABC 123: Insurance expires in 7 days',
      'ABC 123: Insurance expires in 30 days',
      'ABC 123: Insurance expires in 60 days',
    ])
    expect(mails[0]!.text).toContain('ABC 123 · Insurance: Monday, 25 January 2027')
    expect(mails[0]!.text).toContain(
      `http://127.0.0.1:3000/vehicle-docs-renewal?vehicle=${id}&documents=third_party_insurance`,
    )
  })

  test('are in the user’s language, one mail a day', async () => {
    const driver = await world.buildDriver({ country_code: 'SN', language: 'fr' })
    await insured(driver, '2026-12-21', { plate: 'DK 1234 A' })
    await insured(driver, '2026-11-28', { plate: 'DK 5678 B' })
    expect(await mailDueReminders(world.deps)).toBe(1)
    const [mail, ...more] = await mailsTo(world, driver.email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('DK 5678 B\u00a0: Assurance et d’autres documents arrivent à échéance (dans 7 jours)')
    expect(mail!.text).toContain('DK 1234 A · Assurance\u00a0: lundi 21 décembre 2026')
    expect(mail!.text).not.toContain('vehicle-docs-renewal')
  })

  test('link to a form for each vehicle of Nigeria, and only for papers that are renewed here', async () => {
    const driver = await world.buildDriver({ country_code: 'NG', language: 'fr' })
    const day = '2026-12-21'
    const papers = (...kinds: string[]) => ({ papers: kinds.map((kind) => ({ kind, expires_on: day })) })
    const { id: value } = await insured(driver, day, { plate: 'KJA 1', ...papers('licence', 'insurance') })
    const { id: two } = await insured(driver, day, { plate: 'KJA 2', ...papers('inspection', 'other') })
    const { id: foreign } = await insured(driver, day, { plate: 'ABC 3', country_code: 'CA' })
    const { id: other } = await insured(driver, day, { plate: 'KJA 4', ...papers('other') })
    expect(await mailDueReminders(world.deps)).toBe(1)
    const [mail] = await mailsTo(world, driver.email)
    expect(mail!.text).toContain(`vehicle=${value}&documents=vehicle_licence%2Cthird_party_insurance`)
    expect(mail!.text).toContain(`vehicle=${two}&documents=road_worthiness`)
    expect(mail!.text).toContain('Renouveler les documents de KJA 1')
    for (const id of [foreign, other]) expect(mail!.text).not.toContain(id)
  })

  test('skip dates before the document was saved and catch up with the remaining days after downtime', async () => {
    const lateDriver = await world.buildDriver()
    await insured(lateDriver, '2026-12-10')
    const down = await world.buildDriver()
    await insured(down, '2026-12-22')
    await runDays(1)
    expect(await mailsTo(world, lateDriver.email)).toEqual([])
    expect(await mailsTo(world, down.email)).toEqual([])
    // Ten days of downtime.
    world.clock.advance(9 * 24 * 60)
    await runDays(1)
    expect((await mailsTo(world, down.email)).map(({ subject }) => subject)).toEqual([
      'ABC 123: Insurance expires in 21 days',
    ])
    expect(await mailsTo(world, lateDriver.email)).toEqual([])
  })

  test('are not mailed at night, for expired documents or to unverified addresses', async () => {
    const driver = await world.buildDriver()
    await insured(driver, '2026-12-21')
    const unverifiedDriver = await world.buildDriver()
    await insured(unverifiedDriver, '2026-12-21')
    await world.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unverifiedDriver.user_id)
      .execute()
    const driverWithExpired = await world.buildDriver()
    await insured(driverWithExpired, '2026-11-20')
    world.clock.now = new Date('2026-11-21T09:00:00Z')
    expect(await mailDueReminders(world.deps)).toBe(0)
    world.clock.now = new Date('2026-11-21T13:00:00Z')
    expect(await mailDueReminders(world.deps)).toBe(1)
    expect(await mailsTo(world, driver.email)).toHaveLength(1)
  })

  test('start again for a renewed document, not for the same document saved again', async () => {
    const driver = await world.buildDriver()
    const { id } = await insured(driver, '2026-12-21')
    await runDays(1)
    const change = (expires_on: string) =>
      world.call(updateVehicle, {
        token: driver.token,
        params: { id },
        body: { plate: 'ABC 123', nickname: 'Old', papers: [{ kind: 'insurance', expires_on }] },
      })
    const readVehicle = () =>
      world.db.selectFrom('vehicles').select('papers_at').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await readVehicle()
    await change('2026-12-21')
    expect(await readVehicle()).toEqual(before)
    await runDays(2)
    expect(await mailsTo(world, driver.email)).toHaveLength(1)
    await change('2027-12-21')
    expect((await readVehicle()).papers_at.getTime()).toBe(world.clock.now.getTime())
    await runDays(30)
    expect(await mailsTo(world, driver.email)).toHaveLength(1)
  })

  test('are not mailed after opting out or deleting the vehicle', async () => {
    const driver = await world.buildDriver()
    await insured(driver, '2026-12-21')
    await world.call(updateMailPreferences, { token: driver.token, body: { reminders: false } })
    const without = await world.buildDriver()
    const { id } = await insured(without, '2026-12-21')
    await world.call(deleteVehicle, { token: without.token, params: { id } })
    expect(await mailDueReminders(world.deps)).toBe(0)
    await world.call(updateMailPreferences, { token: driver.token, body: { reminders: true } })
    expect(await mailDueReminders(world.deps)).toBe(1)
  })

  test('are mailed in several rounds if there are many', async () => {
    const drivers = await Promise.all(Array.from({ length: 12 }, () => world.buildDriver()))
    for (const driver of drivers)
      await world.db
        .insertInto('vehicles')
        .values(
          Array.from({ length: 49 }, (_, n) => ({
            id: crypto.randomUUID(),
            user_id: driver.user_id,
            vehicle_type_id: 1,
            plate: `AB ${n + 10}`,
            country_code: 'CA',
            papers: JSON.stringify([{ kind: 'insurance', expires_on: '2026-12-21' }]),
            is_default: false,
            created_at: world.clock.now,
            papers_at: world.clock.now,
          })),
        )
        .execute()
    await mailDueReminders(world.deps)
    const { count } = await world.db
      .selectFrom('paper_reminders')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(12 * 49)
    expect(await mailDueReminders(world.deps)).toBe(0)
  })
})

test('a driver whose email cannot be written holds up no other, and is tried again', async () => {
  const drivers = [await world.buildDriver({ country_code: 'NG' }), await world.buildDriver({ country_code: 'NG' })]
  for (const [i, driver] of drivers.entries()) await insured(driver, '2026-12-21', { plate: `ABC 12${i}` })
  const [refused, other] = drivers.toSorted((a, b) => a.user_id.localeCompare(b.user_id))
  const accept = await refuseMailsTo(world, refused!.email)
  expect(await mailDueReminders(world.deps)).toBe(1)
  expect(await mailsTo(world, other!.email)).toHaveLength(1)
  await accept()
  expect(await mailDueReminders(world.deps)).toBe(0)
  world.clock.advance(1)
  expect(await mailDueReminders(world.deps)).toBe(1)
  expect(await mailsTo(world, refused!.email)).toHaveLength(1)
})
