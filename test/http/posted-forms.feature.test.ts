import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'

/** The forms of the content pages, as a browser without scripts posts them. */
let world: World
beforeAll(async () => {
  world = await createWorld({ settings: { RATE_LIMITS: 'on', RATE_LEADS_HOUR: '12' } })
})
// The limits count by the hour.
beforeEach(() => world.clock.advance(61))
afterAll(() => world.close())

const own = { origin: 'http://127.0.0.1:3000' }
const opened_at = () => new Date(world.clock.now.getTime() - 60_000).toISOString()
const question = (change: Record<string, string> = {}) => ({
  lead: 'contact',
  opened_at: opened_at(),
  name: 'Ada',
  email: `reader-${crypto.randomUUID()}@example.com`,
  booking_code: '',
  message: 'Where is my receipt?',
  website: '',
  ...change,
})
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = own) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
type Answer = Awaited<ReturnType<typeof post>>
const cookiesOf = ({ cookies }: Answer) => Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
/** The page to which a browser is sent after its form was taken. */
const confirmation = (answer: Answer) =>
  world.app.inject({ url: String(answer.headers['location']).split('#')[0]!, cookies: cookiesOf(answer) })
const findLeads = (email: string) => world.db.selectFrom('leads').selectAll().where('email', '=', email).execute()

describe('a form that is posted to its page', () => {
  test('is stored and confirmed on the same page, in the same language', async () => {
    const fields = question()
    const answer = await post('/help?lang=fr', fields)
    expect(answer.statusCode).toBe(303)
    const location = String(answer.headers['location'])
    expect(location).toMatch(/^\/help\?sent=[A-Z0-9]+&lang=fr#lead$/)
    expect(await findLeads(fields.email)).toMatchObject([{ kind: 'contact', language: 'fr', message: fields.message }])
    const page = await confirmation(answer)
    expect(page.body).toContain(new URLSearchParams(location.split(/[?#]/)[1]).get('sent')!)
    expect(page.body).toContain('Nous avons bien reçu votre demande')
    expect(page.headers['cache-control']).toBe('private, no-store')
  })

  test('is confirmed to the browser that sent it, and to no other', async () => {
    const sent = await post('/help', question())
    expect(sent.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 }])
    expect((await confirmation(sent)).body).toContain('We’ve received your request')
    const [url] = String(sent.headers['location']).split('#')
    const other = await post('/help', question())
    for (const cookies of [{}, cookiesOf(other), { sent_form: 'AAAAAAAA' }]) {
      const page = await world.app.inject({ url: url!, cookies })
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('We’ve received your request')
      expect(page.body).toContain('name="message"')
    }
  })

  test('is stored once, however often it is posted', async () => {
    const fields = question()
    const answers = await Promise.all([post('/help', fields), post('/help', fields)])
    answers.push(await post('/help', fields))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1)
    expect(await findLeads(fields.email)).toHaveLength(1)
    // Another text is another question, also from the same page.
    expect((await post('/help', { ...fields, message: 'And my refund?' })).statusCode).toBe(303)
    expect(await findLeads(fields.email)).toHaveLength(2)
  })

  test('is asked for again where its text is not UTF-8', async () => {
    const fields = question()
    const body = new URLSearchParams(fields).toString().replace('Where', 'O%F9')
    const answer = await world.app.inject({
      method: 'POST',
      url: '/help',
      headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' },
      payload: body,
    })
    expect(answer.statusCode).toBe(422)
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value.replace('Where', 'Où')}\r\n`,
    )
    const posted = await world.app.inject({
      method: 'POST',
      url: '/help',
      headers: { ...own, 'content-type': 'multipart/form-data; boundary=x' },
      payload: Buffer.from(`${parts.join('')}--x--\r\n`, 'latin1'),
    })
    expect(posted.statusCode).toBe(422)
    const json = Buffer.from(JSON.stringify({ message: 'Où' }), 'latin1')
    const headers = { 'content-type': 'application/json' }
    const sent = await world.app.inject({ method: 'POST', url: '/api/v1/leads/contact', headers, payload: json })
    expect(sent.statusCode).toBe(400)
    expect(await findLeads(fields.email)).toEqual([])
  })

  test('reads numbers with a comma or a point', async () => {
    const { booking_code: _none, ...sender } = question()
    const fields = {
      ...sender,
      lead: 'charger',
      country_code: 'CA',
      city: 'Montréal',
      connector: 'type2',
      power_kw: '7,4',
    }
    expect((await post('/rent-out-ev-charger', fields)).statusCode).toBe(303)
    expect(await findLeads(fields.email)).toMatchObject([{ details: { power_kw: 7.4 } }])
  })

  test('comes back with what was typed and what is wrong with it', async () => {
    const answer = await post('/help', question({ email: 'nobody', name: '"><script>alert(1)</script>', message: '' }))
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toMatch(/role="alert".*Email address: .*Your message: /)
    expect(answer.body).toMatch(/name="email" value="nobody"/)
    expect(answer.body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(answer.body).not.toContain('<script>alert')
  })

  test('is not stored if it was sent faster than people type', async () => {
    const fields = question({ opened_at: world.clock.now.toISOString() })
    expect((await post('/help', fields)).statusCode).toBe(303)
    expect(await findLeads(fields.email)).toEqual([])
  })

  test('is refused from another site, and unless it is one of ours', async () => {
    const fields = question()
    for (const headers of [{}, { origin: 'https://evil.example' }, { ...own, 'sec-fetch-site': 'cross-site' }])
      expect((await post('/help', fields, headers as Record<string, string>)).statusCode).toBe(403)
    expect((await post('/help', { name: 'Ada' })).statusCode).toBe(400)
    expect((await post('/search', fields)).statusCode).toBe(405)
    expect(await findLeads(fields.email)).toEqual([])
  })

  test('counts towards the same limits as the API', async () => {
    const fields = question()
    const statuses = []
    for (let n = 0; n < 7; n += 1) statuses.push((await post('/help', { ...fields, message: `Again ${n}` })).statusCode)
    expect(statuses[0]).toBe(303)
    expect(statuses.at(-1)).toBe(429)
  })

  test('takes a PDF with an application, and nothing else', async () => {
    const { booking_code: _none, ...sender } = question({ lead: 'career' })
    const send = async (content: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...sender, work: 'Writing' })) form.set(name, value)
      form.set('file', new File([content], 'cv.pdf', { type: 'application/pdf' }))
      const request = new Request('http://localhost', { method: 'POST', body: form })
      const payload = Buffer.from(await request.arrayBuffer())
      const headers = { ...own, 'content-type': request.headers.get('content-type')! }
      return world.app.inject({ method: 'POST', url: '/careers', headers, payload })
    }
    const refused = await send('MZ not at all')
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('PDF')
    const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n'
    expect((await send(pdf)).statusCode).toBe(303)
  })
})
