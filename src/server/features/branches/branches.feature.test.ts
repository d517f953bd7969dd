import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/auth.ts'
import { auditList } from '#contract/accounts/desk/audit.ts'
import { assignRoles, listGrantable } from '#contract/accounts/desk/people.ts'
import * as setup from '#contract/branches/desk/branch-setup.ts'
import * as contract from '#contract/branches/desk/branches.ts'
import { getTimeSlot, timeSlotList } from '#contract/branches/desk/time-slots.ts'
import { getBranch } from '#contract/catalogue/marketplace.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { branchFacts, buildBranch, buildItem, outcomeOf, buildTaxes } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let token: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  token = admin.token
})
afterAll(() => world.close())

const create = (country: 'NG' | 'CA' | 'SN' | 'US', changes: object = {}) =>
  world.call(contract.createBranch, { token, body: branchFacts(country, changes) as never })

describe('a branch', () => {
  test.each([
    ['NG', 'NGN', true, 'km'],
    ['CA', 'CAD', false, 'km'],
    ['SN', 'XOF', true, 'km'],
    ['US', 'USD', false, 'mi'],
  ] as const)(
    'of %s has the currency, the prices and the unit of its country',
    async (country, currency, includes_tax, distance_unit) => {
      const made = await create(country)
      expect(made.body).toMatchObject({
        currency,
        includes_tax,
        distance_unit,
        status: 'inactive',
        country_code: country,
      })
      expect(made.body.actions).toContain('activate')
    },
  )

  test.each([
    [{ timezone: 'Moon/Base' }, '422 validation_failed timezone'],
    [{ currency: 'USD' }, '422 validation_failed currency'],
    [{ opening_hours: 'whenever' }, '422 validation_failed opening_hours'],
    [{ opening_hours: 'Fr 18:00-02:00; Sa 10:00-20:00' }, '422 validation_failed opening_hours'],
    [{ lat: 91 }, '422 validation_failed lat'],
    [{ name: 'x\u202e' }, '422 validation_failed name'],
    [{ state: 'Atlantis' }, '422 validation_failed state'],
  ])('with %o is refused', async (changes, outcome) => {
    expect(outcomeOf(await create('CA', changes))).toBe(outcome)
  })

  test('cannot be activated where a rate of what it sells is unknown', async () => {
    const { id } = (await create('US', { name: 'Untaxed' })).body
    const activate = () => world.call(contract.activateBranch, { token, params: { id } })
    expect(outcomeOf(await activate())).toBe('409 tax_unknown')
    await buildTaxes(world, 'US', 8.875)
    const needed = async () => {
      const refused = await activate()
      expect(outcomeOf(refused)).toBe('409 branch_not_ready')
      return (refused.problem as unknown as { missing: string[] }).missing
    }
    expect(await needed()).toEqual(['slots', 'delivery', 'prices', 'staff'])
    const hours = { opening_time: '08:00', closing_time: '18:00', closes_next_day: false, order_type: 'both' as const }
    for (const work_group of ['counter', 'delivery'] as const) {
      const body = { weekdays: ['monday' as const], work_group, ...hours, interval: '30', capacity: 2 }
      await world.call(contract.createTimeSlots, { token, params: { id }, body })
    }
    expect(await needed()).toEqual(['prices', 'staff'])
    await buildItem(world, { slug: 'untaxed-wax', prices: { USD: 900n } })
    const { user_id } = await world.buildDriver()
    await giveRole(world.db, { user_id, role: 'employee', branch_id: id })
    expect((await activate()).body).toMatchObject({ status: 'active', missing: [] })
    expect((await world.call(contract.deactivateBranch, { token, params: { id } })).body.status).toBe('inactive')
  })

  test('that somebody else changed is not overwritten', async () => {
    const branch = (await create('CA', { name: 'Twice' })).body
    const { country_code: _country, ...facts } = branchFacts('CA', { name: 'Twice again' })
    const send = (version: number) =>
      world.call(contract.updateBranch, { token, params: { id: branch.id }, body: { ...facts, version } as never })
    expect((await send(branch.version)).body).toMatchObject({ name: 'Twice again', version: branch.version + 1 })
    expect(outcomeOf(await send(branch.version))).toBe('409 changed_meanwhile')
  })

  test('can be deleted while it is inactive and nobody works there', async () => {
    const { id, version } = (await create('CA', { name: 'Short-lived' })).body
    const person = await world.buildDriver()
    await giveRole(world.db, { user_id: person.user_id, role: 'employee', branch_id: id })
    const remove = () => world.call(contract.deleteBranch, { token, params: { id }, query: { version } })
    expect(outcomeOf(await remove())).toBe('409 in_use')
    await world.db.deleteFrom('role_assignments').where('user_id', '=', person.user_id).execute()
    expect(outcomeOf(await remove())).toBe(204)
    expect(outcomeOf(await world.call(contract.getDeskBranch, { token, params: { id } }))).toBe('404 branch_not_found')
  })

  test('serves car parks of its country alone', async () => {
    const { id } = (await create('CA', { name: 'With parks' })).body
    const { park_code } = await world.buildPark({ country_code: 'CA' })
    const abroad = await world.buildPark({ country_code: 'NG' })
    const add = (code: string) =>
      world.call(contract.addBranchPark, { token, params: { id }, body: { park_code: code } })
    expect(outcomeOf(await add(abroad.park_code))).toBe('422 validation_failed park_code')
    expect((await add(park_code)).body.parks).toBe(1)
    expect((await add(park_code)).body.parks).toBe(1)
    const listed = await world.call(contract.branchParkList.endpoint, { token, query: { branch: id } })
    expect(listed.body.items).toMatchObject([{ park_code }])
    const removed = await world.call(contract.removeBranchPark, { token, params: { id }, body: { park_code } })
    expect(removed.body.parks).toBe(0)
  })
})

describe('time slots', () => {
  const slots = {
    weekdays: ['monday', 'tuesday'] as ('monday' | 'tuesday')[],
    work_group: 'wash' as const,
    opening_time: '08:00',
    closing_time: '18:00',
    closes_next_day: false,
    order_type: 'both' as const,
    interval: '30',
    capacity: 2,
  }
  let id: string
  beforeAll(async () => {
    id = (await create('CA', { name: 'With slots' })).body.id
  })
  const add = (changes: object = {}) =>
    world.call(contract.createTimeSlots, { token, params: { id }, body: { ...slots, ...changes } })
  const list = async () =>
    (await world.call(timeSlotList.endpoint, { token, query: { branch: id, size: 100 } })).body.items

  test.each([
    [{ opening_time: '18:00', closing_time: '08:00' }, '422 validation_failed closing_time'],
    [{ opening_time: '25:00' }, '422 validation_failed opening_time'],
    [{ interval: '25' }, '422 validation_failed interval'],
    [{ capacity: -1 }, '422 validation_failed capacity'],
    [{ closing_time: '08:20' }, '422 validation_failed closing_time'],
    [{ weekdays: [] }, '422 validation_failed weekdays'],
  ])('with %o are refused', async (changes, outcome) => {
    expect(outcomeOf(await add(changes))).toBe(outcome)
  })

  test('are added, cannot overlap, and are copied to other days', async () => {
    expect(outcomeOf(await add())).toBe(200)
    expect(outcomeOf(await add({ opening_time: '17:30', closing_time: '20:00' }))).toBe(
      '422 validation_failed opening_time',
    )
    expect(outcomeOf(await add({ opening_time: '20:00', closing_time: '02:00', closes_next_day: true }))).toBe(200)
    const copy = { weekday: 'monday' as const, weekdays: ['tuesday' as const, 'friday' as const] }
    expect(outcomeOf(await world.call(contract.copyTimeSlots, { token, params: { id }, body: copy }))).toBe(200)
    expect(
      (await list()).map(({ weekday, opening_time, closing_time }) => [weekday, opening_time, closing_time]),
    ).toEqual(
      ['monday', 'tuesday', 'friday'].flatMap((day) => [
        [day, '08:00', '18:00'],
        [day, '20:00', '02:00'],
      ]),
    )
  })
})

describe('delivery charges', () => {
  test('neither overlap nor leave a gap, and what was changed keeps touching the others', async () => {
    const { id } = (await create('CA', { name: 'With bands' })).body
    const add = (from_distance: number, to_distance: number, charge = 4) =>
      world.call(contract.createDeliveryCharge, { token, params: { id }, body: { from_distance, to_distance, charge } })
    expect(outcomeOf(await add(1, 2))).toBe('422 validation_failed from_distance')
    expect(outcomeOf(await add(0, 2))).toBe(200)
    const gap = await add(2.5, 5)
    expect(gap.problem.errors?.[0]?.message).toBe('Distances between 0–2 and 2.5–5 km would have no charge.')
    expect((await add(1, 5)).problem.errors?.[0]?.message).toBe('0–2 and 1–5 km overlap.')
    expect(outcomeOf(await add(2, 5, 6.5))).toBe(200)
    expect(outcomeOf(await add(5, 9, 4.555))).toBe('422 validation_failed charge')
    expect(outcomeOf(await add(5, 5))).toBe('422 validation_failed to_distance')
    expect(outcomeOf(await add(5, 9.05))).toBe('422 validation_failed to_distance')
    const list = async () =>
      (await world.call(setup.deliveryChargeList.endpoint, { token, query: { branch: id } })).body.items
    const [first, second] = await list()
    const params = { id: first!.id }
    const version = (await world.call(setup.getDeliveryCharge, { token, params })).body.version
    const body = { from_distance: 0, to_distance: 3, charge: 4, status: 'active' as const, version }
    expect(outcomeOf(await world.call(setup.updateDeliveryCharge, { token, params, body }))).toBe(200)
    expect((await list()).map(({ from_distance, to_distance }) => [from_distance, to_distance])).toEqual([
      [0, 3],
      [3, 5],
    ])
    const log = await world.db
      .selectFrom('audit_log')
      .select('record_id')
      .where('action', '=', 'updateDeliveryCharge')
      .where('branch_id', '=', id)
      .execute()
    expect(log.map(({ record_id }) => record_id).toSorted()).toEqual([first!.id, second!.id].toSorted())
    const remove = (text: string, of: number) =>
      world.call(setup.deleteDeliveryCharge, { token, params: { id: text }, query: { version: of } })
    expect(outcomeOf(await remove(first!.id, version + 1))).toBe('422 validation_failed from_distance')
    expect(outcomeOf(await remove(second!.id, 2))).toBe(204)
  })
})

describe('the setup of a branch', () => {
  test('is that of its own currency, with as many reasons in both languages', async () => {
    const { id } = (await create('NG', { name: 'Set up' })).body
    const params = { id }
    const {
      title: _title,
      id: _id,
      branch: _branch,
      currency,
      actions: _actions,
      ...read
    } = (await world.call(setup.getOrderSetup, { token, params })).body
    expect([currency, read.takeaway_on, read.cash_limit]).toEqual(['NGN', true, null])
    const terms = {
      ...read,
      takeaway_minimum: 500,
      delivery_minimum: 1_000,
      cash_limit: 20_000,
      cash_discrepancy_limit: 500,
    }
    const save = (changes: object) =>
      world.call(setup.updateOrderSetup, { token, params, body: { ...terms, ...changes } as never })
    expect(outcomeOf(await save({ reject_reasons: 'Sold out\nClosed' }))).toBe(
      '422 validation_failed reject_reasons_fr',
    )
    expect(outcomeOf(await save({ cash_limit: 10.5 }))).toBe('422 validation_failed cash_limit')
    expect(outcomeOf(await save({ delivery_days_ahead: 31 }))).toBe('422 validation_failed delivery_days_ahead')
    const saved = await save({ reject_reasons: 'Sold out\nClosed', reject_reasons_fr: 'Épuisé\nFermé' })
    expect(saved.body).toMatchObject({
      cash_limit: { amount: 20_000, currency: 'NGN' },
      reject_reasons_fr: 'Épuisé\nFermé',
      version: read.version + 1,
    })
    const delivery = (await world.call(setup.getDeliverySetup, { token, params })).body
    const body = {
      radius: 8,
      free_distance: 1,
      basic_delivery_charge: 500,
      charge_per_unit: 100,
      free_above: null,
      bay_charge: 0,
      delivered_by: 'us' as const,
      courier_cash_limit: 50_000,
      redelivery_minutes: 45,
      proof: 'code' as const,
      version: delivery.version,
    }
    const changed = await world.call(setup.updateDeliverySetup, { token, params, body })
    expect(changed.body).toMatchObject({
      radius: 8,
      delivered_by: 'us',
      redelivery_minutes: 45,
      charge_per_unit: { amount: 100 },
    })
  })

  test.each([
    ['US', 'mi', 8_046.72],
    ['CA', 'km', 5_000],
  ] as const)('of %s is in %s, and reads as it was typed', async (country, unit, metres) => {
    const branch = await buildBranch(world, token, { name: `Reads in ${unit}`, country_code: country })
    const params = { id: branch.id }
    const { version } = (await world.call(setup.getDeliverySetup, { token, params })).body
    const terms = { basic_delivery_charge: 3, charge_per_unit: 1.5, free_above: null, bay_charge: 0 }
    const others = {
      delivered_by: 'us' as const,
      courier_cash_limit: 100,
      redelivery_minutes: 30,
      proof: 'code' as const,
    }
    const save = (radius: number, free_distance: number) =>
      world.call(setup.updateDeliverySetup, {
        token,
        params,
        body: { ...terms, ...others, radius, free_distance, version },
      })
    expect(outcomeOf(await save(5.05, 2.5))).toBe('422 validation_failed radius')
    expect(outcomeOf(await save(5, 2.55))).toBe('422 validation_failed free_distance')
    expect((await save(5, 2.5)).body).toMatchObject({
      distance_unit: unit,
      radius: 5,
      free_distance: 2.5,
      charge_per_unit: { amount: 1.5 },
    })
    const query = { branch: branch.id }
    const [row] = (await world.call(setup.deliverySetupList.endpoint, { token, query })).body.items
    expect(row).toMatchObject({ distance_unit: unit, radius: 5, free_distance: 2.5, charge_per_unit: { amount: 1.5 } })
    const { radius_m } = (await world.call(getBranch, { params: { slug: branch.slug } })).body
    expect(radius_m).toBe(metres)
    const add = (from_distance: number, to_distance: number) =>
      world.call(contract.createDeliveryCharge, { token, params, body: { from_distance, to_distance, charge: 4 } })
    expect(outcomeOf(await add(0, 2.5))).toBe(200)
    expect((await add(3, 5)).problem.errors?.[0]?.message).toBe(
      `Distances between 0–2.5 and 3–5 ${unit} would have no charge.`,
    )
    expect((await add(1, 5)).problem.errors?.[0]?.message).toBe(`0–2.5 and 1–5 ${unit} overlap.`)
    const [band] = (await world.call(setup.deliveryChargeList.endpoint, { token, query })).body.items
    expect(band).toMatchObject({ distance_unit: unit, from_distance: 0, to_distance: 2.5 })
    const { title } = (await world.call(setup.getDeliveryCharge, { token, params: { id: band!.id } })).body
    expect(title).toBe(`${branch.name}, 0–2.5\u00a0${unit}`)
  })

  test('closes it for a time', async () => {
    const { id } = (await create('SN', { name: 'Closed at times' })).body
    const reason = { reason: 'Stocktaking', reason_fr: 'Inventaire' }
    const add = (starts_at: string, ends_at: string) =>
      world.call(contract.createClosure, { token, params: { id }, body: { starts_at, ends_at, ...reason } })
    expect(outcomeOf(await add('2027-01-02T08:00:00Z', '2027-01-02T08:00:00Z'))).toBe('422 validation_failed ends_at')
    expect(outcomeOf(await add('2027-01-02T08:00:00Z', '2027-01-02T12:00:00Z'))).toBe(200)
    const query = { branch: id }
    const [closure] = (await world.call(setup.closureList.endpoint, { token, query })).body.items
    expect(closure).toMatchObject({ reason: 'Stocktaking', timezone: 'Africa/Dakar' })
    const params = { id: closure!.id }
    const times = { starts_at: '2027-01-02T08:00:00Z', ends_at: '2027-01-03T08:00:00Z' }
    const body = { ...times, ...reason, version: 1 }
    expect((await world.call(setup.updateClosure, { token, params, body })).body.ends_at).toBe(
      '2027-01-03T08:00:00.000Z',
    )
    expect(outcomeOf(await world.call(setup.deleteClosure, { token, params, query: { version: 2 } }))).toBe(204)
  })
})

describe('a person with a role for one branch', () => {
  let own: contract.Branch
  let foreign: contract.Branch
  let manager: Driver
  const lists = [
    contract.branchList,
    contract.branchParkList,
    timeSlotList,
    setup.orderSetupList,
    setup.deliverySetupList,
    setup.deliveryChargeList,
    setup.closureList,
  ] as (typeof contract.branchList)[]
  beforeAll(async () => {
    own = await buildBranch(world, token, { name: 'Own branch' })
    foreign = await buildBranch(world, token, { name: 'Foreign branch' })
    for (const { id } of [own, foreign]) {
      const { park_code } = await world.buildPark({ country_code: 'CA' })
      const params = { id }
      await world.call(contract.addBranchPark, { token, params, body: { park_code } })
      await world.call(contract.createDeliveryCharge, {
        token,
        params,
        body: { from_distance: 0, to_distance: 2, charge: 3 },
      })
      const reason = { reason: 'Holiday', reason_fr: 'Jour férié' }
      const times = { starts_at: '2027-01-01T05:00:00Z', ends_at: '2027-01-02T05:00:00Z' }
      await world.call(contract.createClosure, { token, params, body: { ...times, ...reason } })
    }
    manager = await world.buildDriver()
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: own.id })
  })

  test.each(lists.map((list) => [list.name, list] as const))(
    'finds nothing of another branch in the list of %s, its counts, searches and files',
    async (_name, list) => {
      const read = (query: object = {}) =>
        world.call(list.endpoint, { token: manager.token, query: { size: 1000, ...query } })
      const all = (await world.call(list.endpoint, { token, query: { size: 1000 } })).body
      const seen = (await read()).body
      expect(all.total).toBeGreaterThan(seen.total)
      expect(seen.total).toBeGreaterThan(0)
      const { states } = list as DeskListDescription
      if (states !== undefined)
        expect(Object.values(seen.counts).reduce((sum, value) => sum + value, 0)).toBe(seen.total)
      const mine = await read('branch' in list.filters ? { branch: own.id } : { search: 'Own branch' })
      expect(mine.body.total).toBe(seen.total)
      expect((await read({ search: 'Foreign' })).body.total).toBe(0)
      expect((await read({ format: 'csv' })).raw.toString()).not.toContain('Foreign')
    },
  )

  test.each(lists.map((list) => [list.name, list] as const))(
    'the list of %s shows one branch alone to people who work at several, and no foreign one',
    async (_name, list) => {
      const read = async (by: string, at_branch?: string) =>
        (await world.call(list.endpoint, { token: by, query: { size: 1000, ...(at_branch && { at_branch }) } })).body
      const [all, seen, narrowed] = [await read(token), await read(manager.token), await read(token, own.id)]
      expect(all.is_by_branch).toBe(true)
      expect(narrowed).toEqual(seen)
      expect(await read(manager.token, own.id)).toEqual(seen)
      const refused = await world.call(list.endpoint, { token: manager.token, query: { at_branch: foreign.id } })
      expect(refused.status).toBe(404)
    },
  )

  test('the profile names the branches at which a person works', async () => {
    const namesFor = async (by: string) => (await world.call(getProfile, { token: by })).body.branches
    expect(await namesFor(manager.token)).toEqual([expect.objectContaining({ id: own.id, name: 'Own branch' })])
    expect((await namesFor(token)).map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, foreign.id]))
    expect(await namesFor((await world.buildDriver()).token)).toEqual([])
  })

  test('cannot open, change or delete what belongs to another branch', async () => {
    const slot = await world.db
      .selectFrom('time_slots')
      .select('id')
      .where('branch_id', '=', foreign.id)
      .limit(1)
      .execute()
    const foreignId = { id: foreign.id }
    const calls = [
      world.call(contract.getDeskBranch, { token: manager.token, params: foreignId }),
      world.call(contract.deactivateBranch, { token: manager.token, params: foreignId }),
      world.call(setup.getOrderSetup, { token: manager.token, params: foreignId }),
      world.call(setup.getDeliverySetup, { token: manager.token, params: foreignId }),
      world.call(getTimeSlot, { token: manager.token, params: { id: slot[0]!.id } }),
      world.call(contract.addBranchPark, { token: manager.token, params: foreignId, body: { park_code: 'ABCDEF' } }),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    expect((await world.call(contract.getDeskBranch, { token: manager.token, params: { id: own.id } })).status).toBe(
      200,
    )
    expect((await world.call(contract.createBranch, { token: manager.token, body: branchFacts('CA') })).status).toBe(
      403,
    )
  })

  test('reads the log of their branch alone', async () => {
    const log = await world.call(auditList.endpoint, { token: manager.token, query: { size: 1000 } })
    expect(log.body.total).toBeGreaterThan(0)
    expect(new Set(log.body.items.map(({ before, after }) => `${before}${after}`.includes(foreign.id)))).toEqual(
      new Set([false]),
    )
  })

  test('gets the role in the desk', async () => {
    await world.db
      .updateTable('sessions')
      .set({ confirmed_at: world.clock.now })
      .where('user_id', '=', admin.user_id)
      .execute()
    const { roles, branches } = (await world.call(listGrantable, { token })).body
    expect(branches.map(({ id }) => id)).toContain(own.id)
    const role_id = roles.find(({ name }) => name === 'Employee')!.id
    const person = await world.buildDriver()
    const send = (place_id: string) =>
      world.call(assignRoles, {
        token,
        params: { id: person.user_id },
        body: { assignments: [{ role_id, scope: 'branch', place_id }] },
      })
    expect(outcomeOf(await send(crypto.randomUUID()))).toBe('422 validation_failed assignments')
    expect((await send(own.id)).body.assignments).toMatchObject([
      { scope: 'branch', place_id: own.id, place: 'Own branch' },
    ])
    const seen = await world.call(contract.branchList.endpoint, { token: person.token })
    expect(seen.body.items.map(({ name }) => name)).toEqual(['Own branch'])
  })
})
