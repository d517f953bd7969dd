import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/orders/desk/phone-orders.ts'
import { newId } from '#server/database/ids.ts'
import { openPhoneDesk, type PhoneDesk } from '#test/kits/desk/phone-desk-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'

let desk: PhoneDesk
beforeAll(async () => {
  desk = await openPhoneDesk()
})
afterAll(() => desk.world.close())
beforeEach(() => desk.renewCustomer())

describe('the customer of a phone order', () => {
  test('is found by email or by a number however it is typed, and never by a part of them', async () => {
    const { body } = await desk.open({ phone: '(416) 555-0134', last_name: 'Diop' })
    expect(body).toMatchObject({ name: 'Awa Diop', phone: '+14165550134', addresses: [], vehicles: [] })
    for (const search of ['416 555 0134', '+1 416-555-0134', '0014165550134', '14165550134', body.email])
      expect((await desk.find(search)).body.items.map(({ id }) => id)).toEqual([body.id])
    for (const search of ['555 0134', 'drivers.example', '@drivers.example', '%'])
      expect((await desk.find(search)).body?.items ?? []).toEqual([])
  })

  test('has not accepted the terms before logging in', async () => {
    const { body } = await desk.open({})
    const { terms_accepted_at } = await desk.world.db
      .selectFrom('users')
      .select('terms_accepted_at')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(terms_accepted_at).toBeNull()
  })

  test('keeps one account, whoever opens it again', async () => {
    const email = `${newId()}@drivers.example`
    const made = await Promise.all(Array.from({ length: 4 }, () => desk.open({ email, phone: '416 555 0199' })))
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    const again = await desk.open({ email: email.toUpperCase(), first_name: 'Somebody else', phone: '416 555 0000' })
    expect(again.body).toMatchObject({ id: made[0]!.body.id, name: 'Awa', phone: '+14165550199' })
    expect(outcomeOf(await desk.open({ phone: '+1 416 555 0199' }))).toBe('422 validation_failed phone')
    expect(outcomeOf(await desk.open({ phone: '123 45' }))).toBe('422 validation_failed phone')
    const entries = await desk.world.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'openOrderCustomer')
      .where('record_id', '=', made[0]!.body.id)
      .execute()
    expect(entries).toHaveLength(1)
  })

  test('is somebody that only staff of a branch may look for', async () => {
    const { token } = desk.customer
    expect([
      outcomeOf(await desk.find('x@drivers.example', desk.customer)),
      outcomeOf(await desk.world.call(contract.listOrderBranches, { token })),
    ]).toEqual(['403 forbidden', '403 forbidden'])
    const own = (await desk.world.call(contract.listOrderBranches, { token: desk.employee.token })).body.items
    expect(own.map(({ id }) => id)).toEqual([desk.branch.id])
  })
})
