import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/content/desk/announcements.ts'
import { dismissAnnouncement, listOwnAnnouncements } from '#contract/content/own-announcements.ts'
import { hour_ms } from '#contract/time.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { contentJobs } from '../jobs.ts'
import { shownAnnouncements } from './shown.ts'

let world: World
let author: Driver
beforeAll(async () => {
  world = await createWorld()
  author = await world.buildDriver({ role: 'staff' })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('announcements').execute()
  await shownAnnouncements(world.db).refresh()
})

const inHours = (hours: number) => new Date(world.clock.now.getTime() + hours * hour_ms).toISOString()
const facts = (changes: object = {}) => ({
  text: 'The desk is closed tonight',
  text_fr: 'Le back-office est fermé ce soir',
  severity: 'info' as const,
  audience: 'staff' as contract.Announcement['audience'],
  country_code: null,
  link: null,
  starts_at: inHours(-1),
  ends_at: null,
  ...changes,
})
async function show(changes: object = {}, { token } = author): Promise<contract.Announcement> {
  const { body } = await world.call(contract.createAnnouncement, { token, body: facts(changes) as never })
  return (await world.call(contract.activateAnnouncement, { token, params: { id: body.id } })).body
}
const listFor = async ({ token }: Pick<Driver, 'token'>, place: 'desk' | 'gate' = 'desk') =>
  (await world.call(listOwnAnnouncements, { token, query: { place } })).body.items.map(({ text_en }) => text_en)
const runJobs = async () => {
  for (const { run } of contentJobs) await run(world.deps)
}

describe('an announcement', () => {
  test('is shown to its audience, where they work, and never on the site', async () => {
    for (const audience of contract.announcementAudiences) await show({ audience, text: `For the ${audience}` })
    const [staff, guard, manager, partner, driver] = await Promise.all(
      (['staff', 'guard', 'branch_manager', undefined, undefined] as const).map((role) =>
        world.buildDriver(role === undefined ? {} : { role }),
      ),
    )
    const { id: park_id } = await world.buildPark({ partner: 'Gare Parking' })
    const { partner_id } = await world.db
      .selectFrom('parks')
      .select('partner_id')
      .where('id', '=', park_id)
      .executeTakeFirstOrThrow()
    await giveRole(world.db, { user_id: partner!.user_id, role: 'partner', partner_id })
    expect(await listFor(staff!)).toEqual(['For the staff'])
    expect(await listFor(manager!)).toEqual(['For the staff'])
    expect(await listFor(partner!)).toEqual(['For the partners'])
    expect(await listFor(guard!)).toEqual([])
    expect(await listFor(guard!, 'gate')).toEqual(['For the guards'])
    for (const place of ['desk', 'gate'] as const) expect(await listFor(driver!, place)).toEqual([])
    expect((await world.call(listOwnAnnouncements, { query: { place: 'desk' } })).status).toBe(401)
    const page = (await world.app.inject({ url: '/about', cookies: { signed_in: '1' } })).body
    for (const audience of ['partners', 'staff', 'guards']) expect(page).not.toContain(`For the ${audience}`)
    expect(page).toContain('For the everyone')
  })

  test('is for the people of its country, between its times', async () => {
    const [nigeria, canada] = await Promise.all(
      (['NG', 'CA'] as const).map((country_code) => world.buildDriver({ role: 'staff', country_code })),
    )
    await show({ country_code: 'NG', starts_at: inHours(1), ends_at: inHours(2) })
    expect(await listFor(nigeria!)).toEqual([])
    world.clock.advance(90)
    await runJobs()
    expect([await listFor(nigeria!), await listFor(canada!)]).toEqual([['The desk is closed tonight'], []])
    world.clock.advance(60)
    expect(await listFor(nigeria!)).toEqual([])
  })

  test('is dismissed by one person, on all devices, until it is changed', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => world.buildDriver({ role: 'staff' })))
    const { id, version } = await show()
    const call = (body: { version: number }, to = id) =>
      world.call(dismissAnnouncement, { token: first!.token, params: { id: to }, body })
    expect((await call({ version })).status).toBe(204)
    expect((await call({ version })).status).toBe(204)
    expect([await listFor(first!), await listFor(second!)]).toEqual([[], ['The desk is closed tonight']])
    const body = { ...facts({ text: 'The desk is open again' }), version }
    await world.call(contract.updateAnnouncement, { token: author.token, params: { id }, body })
    expect(await listFor(first!)).toEqual(['The desk is open again'])
    const site = await show({ audience: 'everyone' })
    expect(outcomeOf(await call({ version: 1 }, site.id))).toBe('404 not_found')
  })

  test('does not begin once its author may no longer publish, and says so', async () => {
    const leaving = await world.buildDriver({ role: 'staff' })
    const reader = await world.buildDriver({ role: 'staff' })
    const current = await show({ text: 'Shown all along' }, leaving)
    const planned = await show({ text: 'Planned for later', starts_at: inHours(1) }, leaving)
    await world.db.deleteFrom('role_assignments').where('user_id', '=', leaving.user_id).execute()
    world.clock.advance(61)
    await runJobs()
    expect(await listFor(reader)).toEqual(['Shown all along'])
    const get = async (id: string) =>
      (await world.call(contract.getAnnouncement, { token: author.token, params: { id } })).body
    expect(await get(current.id)).toMatchObject({ status: 'active', stopped_at: null })
    expect(await get(planned.id)).toMatchObject({ status: 'inactive', stopped_at: world.clock.now.toISOString() })
    // Somebody else takes it on.
    await world.call(contract.activateAnnouncement, { token: author.token, params: { id: planned.id } })
    expect(await get(planned.id)).toMatchObject({ status: 'active', stopped_at: null })
    expect(await listFor(reader)).toContain('Planned for later')
  })
})
