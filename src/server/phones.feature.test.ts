import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateProfile, register } from '#contract/accounts/auth.ts'
import { createBranch, updateBranch } from '#contract/branches/desk/branches.ts'
import { createInspectionCentre } from '#contract/documents/desk/inspection-centres.ts'
import { createDocumentRequest, quoteDocumentRequest } from '#contract/documents/documents.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { leadCalls } from '#contract/leads/leads.ts'
import { openCustomer } from '#contract/orders/desk/phone-orders.ts'
import { createDeskPartner } from '#contract/partners/desk/partners.ts'
import * as partners from '#contract/partners/partners.ts'
import { newId } from '#server/database/ids.ts'
import { completeForm } from '#test/kits/document-kit.ts'
import { branchFacts } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let driver: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'administrator' })
})
beforeEach(async () => {
  world.clock.advance(5)
  driver = await world.buildDriver({ country_code: 'NG' })
})
afterAll(() => world.close())

const sender = { name: 'Ada Obi', email: 'ada@example.com', took_ms: 9_000 }
const place = {
  name: 'Ikeja yard',
  place_kind: 'surface',
  address: '1 Allen Avenue',
  city: 'Ikeja',
  country_code: 'NG',
}
const position = { lat: 6.6, lng: 3.35 }
const text = (word: string) => `${word} ${newId()}`

interface Sent {
  status: number
  problem: { errors?: { field: string; message: string }[] }
}
interface Kind {
  /** Stores a phone number, typed as it would be in Nigeria. */
  send: (phone: string, language: string) => Promise<Sent>
  table: string
  column?: string
  field?: string
}
const call = (endpoint: Endpoint, { token }: { token?: string }, body: object, language: string) =>
  world.call(endpoint, {
    body,
    headers: { 'accept-language': language },
    ...(token === undefined ? {} : { token }),
  })

const account = { first_name: 'Ada', password: 'long-Enough-77', country_code: 'NG', accept_terms: true }
const lead = (kind: keyof typeof leadCalls, more: object): Kind => ({
  send: (phone, language) => call(leadCalls[kind], driver, { ...sender, ...more, phone }, language),
  table: 'leads',
})
const kinds: Record<string, Kind> = {
  registration: {
    send: (phone, language) => call(register, {}, { ...account, email: `${newId()}@a.example`, phone }, language),
    table: 'users',
  },
  profile: { send: (phone, language) => call(updateProfile, driver, { phone }, language), table: 'users' },
  'customer of a phone order': {
    send: async (phone, language) => {
      const person = { email: `${newId()}@a.example`, first_name: 'Awa', language: 'en', country_code: 'NG' }
      await sql`update users set phone = null`.execute(world.db)
      return call(openCustomer, staff, { ...person, phone }, language)
    },
    table: 'users',
  },
  'business lead': lead('business', { company: 'Obi', country_code: 'NG', drivers: 3 }),
  'press lead of an account': lead('press', { company: 'The Times', message: 'A question' }),
  'space lead abroad': lead('space', { country_code: 'US', city: 'Boston', place_kind: 'driveway', spaces: 2 }),
  'documents lead': lead('documents', { paper: 'licence', plate: 'LAG 123 AA', state: 'Lagos' }),
  claim: {
    send: async (phone, language) => {
      const park = await world.buildPark({ partner: null, country_code: 'NG' })
      return call(partners.claimPark, driver, { park: park.park_code, company: 'Obi Ltd', phone }, language)
    },
    table: 'park_claims',
  },
  space: {
    send: (phone, language) =>
      call(
        partners.listSpace,
        driver,
        { company: 'Obi Ltd', ...place, ...position, capacity: 3, price_hour: 500, phone },
        language,
      ),
    table: 'park_listings',
  },
  charger: {
    send: (phone, language) => {
      const charger = { connector: 'type2', power_kw: 22, chargers: 2, price: 100, price_unit: 'kwh' }
      return call(partners.listCharger, driver, { company: 'Obi', ...place, ...position, ...charger, phone }, language)
    },
    table: 'park_listings',
  },
  partner: {
    send: (phone, language) =>
      call(
        createDeskPartner,
        staff,
        { name: text('Obi'), country_code: 'NG', email: null, website: null, phone },
        language,
      ),
    table: 'partners',
  },
  branch: {
    send: (phone, language) => call(createBranch, staff, { ...branchFacts('NG'), phone }, language),
    table: 'branches',
  },
  'inspection centre': {
    send: (phone, language) => {
      const facts = { name: text('Ojodu').slice(0, 40), state: 'LA', city: 'Ojodu', address: '1 Ogunnusi Road' }
      const hours = { opening_hours: 'Mo-Fr 08:00-10:00', capacity_per_hour: 2 }
      return call(createInspectionCentre, staff, { ...facts, ...hours, phone }, language)
    },
    table: 'inspection_centres',
    column: 'contact_phone',
  },
  'document request': {
    send: async (owner_phone, language) => {
      const made = await world.call(createDocumentRequest, {
        token: driver.token,
        body: { ...completeForm, owner_phone },
      })
      return world.call(quoteDocumentRequest, {
        token: driver.token,
        params: { id: made.body.id },
        headers: { 'accept-language': language },
      })
    },
    table: 'document_requests',
    column: 'owner_phone',
    field: 'owner_phone',
  },
}

const spellings = [
  '0803 123 4567',
  '+234 (0) 803 123 4567',
  '+234\u00a0803\u202f123\u00a04567',
  '0803\u2011123\u20134567',
  '00234 803 123 4567',
  '011 234 803 123 4567',
  '\u202a+234 803 123 4567\u202c',
]
const sentences = {
  en: 'Enter a valid phone number. If it’s from another country, add the country code.',
  fr: 'Saisissez un numéro de téléphone valide, avec l’indicatif s’il est d’un autre pays.',
}
const countOf = async ({ table, column = 'phone' }: Kind) =>
  (
    await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = '+2348031234567'`.execute(
      world.db,
    )
  ).rows[0]!.count

describe.each(Object.entries(kinds))('the phone number of a %s', (_name, kind) => {
  test('is stored as E.164 however it is typed', async () => {
    for (const spelling of spellings) {
      await sql`update ${sql.table(kind.table)} set ${sql.ref(kind.column ?? 'phone')} = null`.execute(world.db)
      const { status, problem } = await kind.send(spelling, 'en')
      expect([spelling, status < 300, problem.errors ?? []]).toEqual([spelling, true, []])
      expect([spelling, await countOf(kind)]).toEqual([spelling, 1])
    }
  })

  test('is refused at its field in the reader’s language when it is none', async () => {
    for (const spelling of ['0803 123 456', '0803 123 45678', '+999 803 123 4567', 'call me'])
      for (const language of ['en', 'fr'] as const) {
        const { status, problem } = await kind.send(spelling, language)
        const errors = [{ field: kind.field ?? 'phone', message: sentences[language] }]
        expect([spelling, status, problem.errors]).toMatchObject([spelling, 422, errors])
      }
  })
})

test('a registration says the same of a bad number whether the address has an account or not', async () => {
  const send = (email: string) => call(register, {}, { ...account, email, phone: '0803 123 456' }, 'en')
  expect([(await send(driver.email)).status, (await send(`${newId()}@a.example`)).status]).toEqual([422, 422])
})

test('an older number that cannot be read stays where the form is saved with it', async () => {
  const { body: branch } = await world.call(createBranch, { token: staff.token, body: branchFacts('NG') })
  await world.db.updateTable('branches').set({ phone: 'Ring 14' }).where('id', '=', branch.id).execute()
  const { country_code: _country, ...facts } = branchFacts('NG')
  const change = (phone: string) =>
    world.call(updateBranch, {
      token: staff.token,
      params: { id: branch.id },
      body: { ...facts, phone, version: branch.version },
    })
  expect((await change('Ring 15')).status).toBe(422)
  await world.db.updateTable('branches').set({ phone: '01 234 5678' }).where('id', '=', branch.id).execute()
  expect((await change('01 234 5678')).body).toMatchObject({ phone: '01 234 5678' })
})

test('every list of the desk with phone numbers finds them however they are searched', async () => {
  for (const kind of Object.values(kinds)) await kind.send('0803 123 4567', 'en')
  await world.db.updateTable('users').set({ phone: '+2348031234567' }).where('id', '=', driver.user_id).execute()
  const names = [
    'customers',
    'leads',
    'partners',
    'park-claims',
    'park-listings',
    'branches',
    'documents',
    'inspection-centres',
  ]
  for (const name of names)
    for (const q of [...spellings, '803 123 4567', '1234567', '+2348031234567']) {
      const response = await world.app.inject({
        url: `/api/v1/admin/${name}`,
        query: { search: q },
        headers: { authorization: `Bearer ${staff.token}` },
      })
      expect([name, q, response.statusCode, response.json().items?.length > 0]).toEqual([name, q, 200, true])
    }
})
