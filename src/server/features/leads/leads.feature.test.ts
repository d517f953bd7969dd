import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  answerLead,
  getDeskLead,
  getLeadFile,
  leadList,
  addLeadNote,
  claimLead,
  linkLeadOrder,
} from '#contract/leads/desk.ts'
import { leadCalls, leadKinds, leadMoves, leadStates, type LeadKind } from '#contract/leads/leads.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import { WorkerPool, type PoolLimits } from '#server/workers/pool.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { deleteExpiredLeads } from './jobs.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_LEADS_HOUR: '6' } })
})
beforeEach(() => world.clock.advance(120))
afterAll(() => world.close())

const person = { name: 'Ada Obi', email: 'Ada@Example.com ', took_ms: 9_000 }
const bodies: Record<Exclude<LeadKind, 'career' | 'demo'>, object> = {
  contact: { ...person, message: 'Where is\r\nmy refund?' },
  business: { ...person, company: 'Obi & Sons', country_code: 'NG', drivers: 12 },
  affiliate: { ...person, channel: 'https://example.com', country_code: 'SN' },
  charger: { ...person, country_code: 'CA', city: 'Toronto', connector: 'type2', power_kw: 7.4 },
  space: { ...person, country_code: 'US', city: 'Boston', place_kind: 'driveway', spaces: 2, phone: '+1 617 555 0100' },
  press: { ...person, company: 'The Times', message: 'A question' },
  marketplace: { ...person, country_code: 'NG', city: 'Lagos', service: 'wash', message: 'Friday at ten' },
  documents: { ...person, phone: '+234 801 234 5678', paper: 'licence', plate: 'lag 123 aa', state: 'Lagos' },
}
type JsonKind = keyof typeof bodies

const send = (kind: JsonKind, body: object = {}, more: { token?: string; language?: string; key?: string } = {}) =>
  world.call(leadCalls[kind], {
    body: { ...bodies[kind], ...body } as never,
    ...(more.token === undefined ? {} : { token: more.token }),
    headers: {
      'accept-language': more.language ?? 'en',
      ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
    },
  })
const apply = (fields: unknown, file?: Buffer | string, key?: string) => {
  const boundary = `boundary${Math.random().toString(36).slice(2)}`
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  return world.app.inject({
    method: 'POST',
    url: '/api/v1/leads/career',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: Buffer.concat([
      part('name="fields"', JSON.stringify(fields)),
      ...(file === undefined ? [] : [part('name="file"; filename="../../cv.exe"', file)]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  })
}
const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n'
const career = { ...person, work: 'Anything', message: 'Dear all' }
const newStaff = () => world.buildDriver({ role: 'staff' })
const findLeads = () => world.db.selectFrom('leads').selectAll().orderBy('created_at', 'desc').execute()
const mailsTo = (to: string) =>
  world.db.selectFrom('mails').selectAll().where('to_address', '=', to).orderBy('created_at', 'desc').execute()

test.each(Object.keys(bodies) as JsonKind[])(
  '%s: stores the lead, confirms it by mail and lists it for staff',
  async (kind) => {
    const email = `${kind}@example.com`
    const answer = await send(kind, { email: email.toUpperCase() }, { language: 'fr' })
    expect([answer.status, answer.body.message]).toEqual([
      201,
      'Merci. Nous lirons votre message et vous répondrons par e-mail.',
    ])
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Nous avons bien reçu votre message', calendar: null })
    expect(mail!.text).toContain(answer.body.reference)
    // The address is unverified, so the mail repeats nothing that the sender typed.
    expect(mail!.text + mail!.html).not.toContain('Ada')
    const { token } = await newStaff()
    const list = await world.call(leadList.endpoint, { token, query: { kind, size: 10 } })
    const lead = await world.call(getDeskLead, { token, params: { id: list.body.items[0]!.id } })
    expect(lead.body).toMatchObject({
      kind,
      email,
      name: 'Ada Obi',
      state: 'new',
      language: 'fr',
      has_account: false,
      reference: answer.body.reference,
      notes: [],
    })
  },
)

test('normalizes line ends and plates', async () => {
  await send('contact')
  await send('documents')
  const [first, second] = await findLeads()
  const [paper, question] = first!.kind === 'documents' ? [first!, second!] : [second!, first!]
  expect(question.message).toBe('Where is\nmy refund?')
  expect(paper.details).toEqual({ paper: 'licence', plate: 'LAG 123 AA', state: 'Lagos' })
})

test.each([
  ['contact', { message: ' ' }, 'message'],
  ['contact', { email: 'nobody' }, 'email'],
  ['contact', { state: 'closed' }, 'state'],
  ['contact', { took_ms: undefined }, 'took_ms'],
  ['business', { drivers: 0 }, 'drivers'],
  ['business', { country_code: 'FR' }, 'country_code'],
  ['charger', { power_kw: 4_000 }, 'power_kw'],
  ['charger', { connector: 'plug' }, 'connector'],
  ['space', { spaces: 1.5 }, 'spaces'],
  ['documents', { phone: undefined }, 'phone'],
  ['documents', { plate: '!' }, 'plate'],
] as [JsonKind, object, string][])('rejects %s with %j for its %s', async (kind, body, field) => {
  const before = (await findLeads()).length
  const { status, problem } = await send(kind, body)
  expect({ status, fields: problem.errors?.map((error) => error.field) }).toEqual({ status: 422, fields: [field] })
  expect(await findLeads()).toHaveLength(before)
})

test('thanks a bot that fills in the hidden field or is too quick, and stores nothing', async () => {
  const before = (await findLeads()).length
  for (const body of [{ website: 'https://spam.example' }, { took_ms: 300 }])
    expect((await send('contact', body)).status).toBe(201)
  expect(await findLeads()).toHaveLength(before)
})

test('stores a retried lead once and rejects another body with the same key', async () => {
  const before = (await findLeads()).length
  const [a, b] = await Promise.all([send('press', {}, { key: 'k-1' }), send('press', {}, { key: 'k-1' })])
  expect([a.status, b.status, a.body.reference]).toEqual([201, 201, b.body.reference])
  expect((await send('press', { message: 'Another' }, { key: 'k-1' })).problem.code).toBe('idempotency_key_reused')
  // Keys are per account.
  const { token } = await world.buildDriver()
  expect((await send('press', { message: 'Another' }, { key: 'k-1', token })).status).toBe(201)
  expect(await findLeads()).toHaveLength(before + 2)
})

test('limits leads per network and hour, and confirmation mails per address to half of that', async () => {
  for (let n = 0; n < 3; n += 1) expect((await send('contact', { email: 'much@example.com' })).status).toBe(201)
  expect((await send('contact', { email: 'much@example.com' })).status).toBe(429)
  for (let n = 0; n < 3; n += 1) expect((await send('contact', { email: `n${n}@example.com` })).status).toBe(201)
  const refused = await send('contact', { email: 'new@example.com' })
  expect([refused.status, refused.problem.code]).toEqual([429, 'rate_limited'])
  world.clock.advance(61)
  expect((await send('contact', { email: 'new@example.com' })).status).toBe(201)
})

test('serves the PDF of an application to staff only, as a download', async () => {
  const answer = await apply(career, pdf, 'cv-1')
  expect(answer.statusCode).toBe(201)
  expect((await apply(career, pdf, 'cv-1')).json()).toEqual(answer.json())
  expect((await apply(career, `${pdf}\n`, 'cv-1')).statusCode).toBe(409)
  const [lead] = await findLeads()
  const staff = await newStaff()
  const { body } = await world.call(getDeskLead, { token: staff.token, params: { id: lead!.id } })
  expect(body).toMatchObject({ kind: 'career', file_bytes: pdf.length })
  const file = await world.call(getLeadFile, { token: staff.token, params: { id: lead!.id } })
  expect(file.raw.toString()).toBe(pdf)
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${lead!.reference}.pdf"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  const driver = await world.buildDriver()
  for (const token of [undefined, driver.token])
    expect(
      (await world.call(getLeadFile, { params: { id: lead!.id }, ...(token === undefined ? {} : { token }) })).status,
    ).toBe(token === undefined ? 401 : 403)
})

test.each([
  ['an empty file', '', 'file', 'Choose a complete PDF file.'],
  ['a program', 'MZ program', 'file', 'Choose a complete PDF file.'],
  [
    'a PDF with a script',
    pdf.replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript /JS (1) >>'),
    'file',
    /scripts/,
  ],
  ['a PDF with a password', pdf.replace('/Catalog', '/Catalog /Encrypt 2 0 R'), 'file', /password/],
])('rejects %s', async (_name, content, field, message) => {
  const answer = await apply(career, content)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual([{ field, message: expect.stringMatching(message) }])
})

describe('a PDF whose packed objects unpack to 19 MB of escaped names', () => {
  const names = deflateSync(Buffer.from('#41'.repeat((19 * 1024 * 1024) / 3)))
  const hostile = Buffer.concat([
    Buffer.from(`%PDF-1.7\n4 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${names.length} >>\nstream\n`),
    names,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF'),
  ])
  /** Replaces the processes for uploads; `started` is fulfilled with their first job. */
  const useLimits = (limits: Partial<PoolLimits>) => {
    const { uploads } = world.deps.workers
    const pool = new WorkerPool({
      processes: 1,
      waiting: 0,
      time_ms: 60_000,
      memory_mb: 512,
      output_bytes: 1_000,
      ...limits,
    })
    const run = vi.spyOn(pool, 'run')
    world.deps.workers.uploads = pool
    onTestFinished(() => {
      world.deps.workers.uploads = uploads
      return pool.close()
    })
    return run
  }

  test('is inspected in a process, which ends at its limit', async () => {
    // The one limit that no machine is too fast for; the others are tried with the pool.
    useLimits({ output_bytes: 1 })
    const answer = await apply(career, hostile)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0].field).toBe('file')
  })

  test('leaves the server free to answer others', async () => {
    const inspections = useLimits({})
    let isInspected = false
    const inspected = apply(career, hostile).then((answer) => {
      isInspected = true
      return answer
    })
    await vi.waitUntil(() => inspections.mock.calls.length > 0, { timeout: 30_000 })
    expect((await world.app.inject({ url: '/api/v1/health' })).statusCode).toBe(200)
    expect(isInspected).toBe(false)
    // One more finds the queue full.
    expect((await apply(career, pdf)).statusCode).toBe(503)
    expect((await inspected).statusCode).toBe(201)
  })

  test('is not inspected once the limits are reached', async () => {
    for (let n = 0; n < 6; n += 1) await apply({ ...career, email: `n${n}@example.com` })
    const inspections = useLimits({})
    expect((await apply({ ...career, email: 'seventh@example.com' }, hostile)).statusCode).toBe(429)
    expect(inspections).not.toHaveBeenCalled()
  })
})

test('accepts an application without a file; rejects invalid fields, large files and other content types', async () => {
  expect((await apply(career)).statusCode).toBe(201)
  expect((await apply({ ...career, link: 'javascript:alert(1)' })).json().errors[0].field).toBe('link')
  expect((await apply({ ...career, state: 'closed' })).statusCode).toBe(422)
  const large = pdf.replace('endobj', `endobj % ${'x'.repeat(5 * 1024 * 1024)}\n`)
  expect((await apply(career, large)).statusCode).toBe(413)
  const plain = await world.app.inject({ method: 'POST', url: '/api/v1/leads/career', payload: career })
  expect(plain.statusCode).toBe(415)
})

test('lets only staff list leads, change their state and add notes with author and time', async () => {
  await send('space')
  const { id } = (await findLeads())[0]!
  const staff = await newStaff()
  const call = { token: staff.token, params: { id } }
  expect((await world.call(answerLead, { ...call, body: {} })).problem.code).toBe('lead_state')
  expect((await world.call(addLeadNote, { ...call, body: {} })).status).toBe(422)
  const changed = await world.call(claimLead, { ...call, body: { note: 'Called,\nno answer' } })
  const at = new Date(world.clock.now).toISOString()
  expect(changed.body).toMatchObject({
    state: 'in_hand',
    notes: [{ author: 'Ada', state: 'in_hand', body: 'Called,\nno answer', created_at: at }],
  })
  expect((await world.call(claimLead, { ...call, body: {} })).body.notes).toHaveLength(1)
  world.clock.advance(1)
  const answered = await world.call(answerLead, { ...call, body: {} })
  expect(answered.body).toMatchObject({ state: 'answered', notes: [{}, { body: null }] })
  const list = (query: object, token = staff.token) => world.call(leadList.endpoint, { token, query })
  expect((await list({ state: 'answered', search: 'BOSTON' })).body).toMatchObject({ total: 1, items: [{ id }] })
  expect((await list({ search: '%' })).body.total).toBe(0)
  const driver = await world.buildDriver()
  const refused = await list({}, driver.token)
  expect([refused.status, refused.problem.message]).toEqual([
    403,
    'You tried to access a page you did not have prior authorization for.',
  ])
  expect((await world.call(leadList.endpoint, {})).status).toBe(401)
  const nobody = { token: staff.token, params: { id: '00000000-0000-7000-8000-000000000000' }, body: { note: 'x' } }
  expect((await world.call(addLeadNote, nobody)).problem.code).toBe('lead_not_found')
})

test('of the marketplace is linked with the order of its sender, once, by those who see both', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token)
  const customer = await world.buildDriver({ balance_minor: 10_000n })
  const item_id = await buildItem(world, { slug: 'wash', prices: { CAD: 1_000n } })
  const place = () => buildOrder(world, customer, branch, { lines: [{ item_id, quantity: 1, goods_minor: 1_000n }] })
  const [order, other] = [await place(), await place()]
  const newestOf = async (kind: JsonKind) =>
    (
      await world.db
        .selectFrom('leads')
        .select('id')
        .where('kind', '=', kind)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    ).id
  await send('marketplace')
  const id = await newestOf('marketplace')
  const link = (lead_id: string, order_number: string, by = token) =>
    world.call(linkLeadOrder, { token: by, params: { id: lead_id }, body: { order_number } })
  expect((await link(id, 'NOSUCH23')).status).toBe(422)
  const abroad = await world.buildDriver()
  await giveRole(world.db, { user_id: abroad.user_id, role: 'administrator', country_code: 'NG' })
  expect((await link(id, order.order_number, abroad.token)).status).not.toBe(200)
  expect((await link(id, order.order_number, customer.token)).status).toBe(403)
  const both = await Promise.all([link(id, order.order_number), link(id, order.order_number.toLowerCase())])
  for (const { body } of both) expect(body).toMatchObject({ state: 'in_hand', order_number: order.order_number })
  expect((await link(id, other.order_number)).body.order_number).toBe(order.order_number)
  await send('press')
  expect((await link(await newestOf('press'), order.order_number)).status).toBe(409)
  expect((await link('01890000-0000-7000-8000-000000000000', order.order_number)).status).toBe(404)
})

test('deletes applications after six months and other leads two years after the last change', async () => {
  await apply(career, pdf)
  await send('contact', { email: 'old@example.com' })
  const months = (n: number) => world.clock.advance(n * 31 * 24 * 60)
  months(5)
  await deleteExpiredLeads(world.deps)
  expect((await findLeads()).filter(({ kind }) => kind === 'career').length).toBeGreaterThan(0)
  months(2)
  await deleteExpiredLeads(world.deps)
  expect((await findLeads()).filter(({ kind }) => kind === 'career')).toEqual([])
  expect(await world.db.selectFrom('lead_files').select('lead_id').execute()).toEqual([])
  expect((await findLeads()).some(({ email }) => email === 'old@example.com')).toBe(true)
  months(18)
  await deleteExpiredLeads(world.deps)
  expect(await findLeads()).toEqual([])
})

test('accepts every kind and state of the contract, and is emptied by the demo reset', async () => {
  const rows = leadKinds.map((kind, n) => ({
    id: `00000000-0000-7000-8000-00000000000${n}`,
    reference: `R${n}`,
    kind,
    state: leadStates[n % leadStates.length]!,
    name: 'A',
    email: 'a@example.com',
    details: '{}',
    language: 'en',
    created_at: new Date(world.clock.now),
    changed_at: new Date(world.clock.now),
  }))
  await world.db.insertInto('leads').values(rows).execute()
  expect(
    Object.values(leadMoves)
      .flat()
      .every((state) => leadStates.includes(state)),
  ).toBe(true)
  await resetDemo(world.deps)
  expect(await findLeads()).toEqual([])
})
