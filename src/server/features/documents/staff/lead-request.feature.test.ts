import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDocuments, documentList, getDeskDocument } from '#contract/documents/desk/document-requests.ts'
import { listDocumentRequests } from '#contract/documents/documents.ts'
import { getDeskLead, makeDocumentRequest } from '#contract/leads/desk.ts'
import { newId } from '#server/database/ids.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

/** What can be done with any request that nobody has taken and that is not over. */
const assignable = ['take', 'assign']

let world: World
let staff: Driver
let administrator: Driver
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  administrator = await world.buildDriver({ role: 'administrator' })
})
afterAll(() => world.close())

/** A message from the form for vehicle documents, or from another one. */
async function newLead(email: string, changes: object = {}): Promise<string> {
  const id = newId()
  const now = world.clock.now
  await world.db
    .insertInto('leads')
    .values({
      id,
      reference: id.slice(-8).toUpperCase(),
      kind: 'documents',
      state: 'new',
      name: 'Amaka Grace Obi',
      email,
      phone: '+2348031234567',
      message: 'Before the end of the month, please',
      details: JSON.stringify({ paper: 'roadworthiness', plate: 'KJA-123AA', state: 'Lagos' }),
      language: 'fr',
      created_at: now,
      changed_at: now,
      ...changes,
    } as never)
    .execute()
  return id
}
const make = (id: string, { token }: Driver = staff) => world.call(makeDocumentRequest, { token, params: { id } })
const read = (id: string) => world.call(getDeskDocument, { token: staff.token, params: { id } })
const countOf = async (lead_id: string) =>
  (await world.db.selectFrom('document_requests').select('id').where('lead_id', '=', lead_id).execute()).length

test('a message becomes a draft of a new account with what it says, and its sender is mailed', async () => {
  const id = await newLead('amaka.lead@example.com')
  const { body: lead } = await make(id)
  expect(lead).toMatchObject({ state: 'in_hand', request_number: expect.stringMatching(/^\w{8}$/) })
  expect(lead.actions).not.toContain('make_request')
  const { body } = await read(lead.request_id!)
  expect(body).toMatchObject({
    title: lead.request_number,
    status: 'draft',
    lead_id: id,
    lead: lead.reference,
    plate: 'KJA-123AA',
    state: 'LA',
    owner_name: 'Amaka Grace Obi',
    owner_email: 'amaka.lead@example.com',
    owner_phone: '+2348031234567',
    documents: [{ kind: 'road_worthiness', result: null }],
    actions: ['remove', ...assignable],
  })
  const account = await world.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'language', 'opened_by', 'terms_accepted_at'])
    .where('email', '=', 'amaka.lead@example.com')
    .executeTakeFirstOrThrow()
  expect(account).toEqual({
    first_name: 'Amaka',
    last_name: 'Grace Obi',
    language: 'fr',
    opened_by: staff.user_id,
    terms_accepted_at: null,
  })
  const mail = await world.db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', 'amaka.lead@example.com')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Votre demande de documents\u00a0: KJA-123AA')
  expect(mail.text).toContain(`/documents/${lead.request_number}`)
  const log = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', body.id).execute()
  expect(log).toEqual([{ action: 'makeDocumentRequest' }])
})

test('a second press makes no second request, also at one time', async () => {
  const id = await newLead('twice.lead@example.com')
  const both = await Promise.all([make(id), make(id)])
  const { body: later } = await make(id)
  for (const { status, body } of both) expect([status, body.request_id]).toEqual([200, later.request_id])
  expect(await countOf(id)).toBe(1)
  const mails = await world.db
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', 'twice.lead@example.com')
    .execute()
  expect(mails).toHaveLength(1)
})

test('the request belongs to the account that has the address already', async () => {
  const customer = await world.buildDriver({ country_code: 'NG' })
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer.user_id)
    .executeTakeFirstOrThrow()
  const { body } = await make(await newLead(email))
  const { body: own } = await world.call(listDocumentRequests, { token: customer.token, query: {} })
  expect(own.items.map(({ id }) => id)).toEqual([body.request_id])
})

test('only messages that ask for documents become requests, by people who may create them', async () => {
  const contact = await newLead('contact.lead@example.com', { kind: 'contact', details: '{}' })
  expect(outcomeOf(await make(contact))).toBe('409 lead_state')
  expect(outcomeOf(await make(newId()))).toBe('404 lead_not_found')
  const id = await newLead('manager.lead@example.com')
  const customer = await world.buildDriver({ country_code: 'NG' })
  expect((await make(id, customer)).status).toBe(403)
  expect(await countOf(id)).toBe(0)
})

test('a request that nobody paid is deleted by those who may, and its message can become another', async () => {
  const id = await newLead('gone.lead@example.com')
  const { body: lead } = await make(id)
  const params = { id: lead.request_id! }
  const remove = ({ token }: Driver, version = 1) => world.call(deleteDocuments, { token, params, query: { version } })
  expect((await remove(staff)).status).toBe(403)
  expect(outcomeOf(await remove(administrator, 2))).toBe('409 changed_meanwhile')
  expect((await remove(administrator)).status).toBe(204)
  expect((await read(params.id)).status).toBe(404)
  const { body: again } = await world.call(getDeskLead, { token: staff.token, params: { id } })
  expect(again).toMatchObject({ request_id: null, request_number: null })
  expect(again.actions).toContain('make_request')
})

test('drafts that staff began are in the queue, and those of customers are not', async () => {
  const { body: lead } = await make(await newLead('queue.lead@example.com'))
  const customer = await world.buildDriver({ country_code: 'NG' })
  const own = newId()
  const draft = { id: own, number: 'OWNDRAFT', user_id: customer.user_id, language: 'en' }
  const at = world.clock.now
  await world.db
    .insertInto('document_requests')
    .values({ ...draft, created_at: at, updated_at: at })
    .execute()
  const { body } = await world.call(documentList.endpoint, { token: staff.token, query: { state: 'draft' } })
  const ids = body.items.map(({ id }) => id)
  expect(ids).toContain(lead.request_id)
  expect(ids).not.toContain(own)
  expect((await read(own)).status).toBe(404)
})
