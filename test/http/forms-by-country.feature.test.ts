import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languageIn } from '#contract/formats.ts'
import { pageRoutes } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { writeHtml, writeText } from '#server/features/accounts/mail/mail-format.ts'
import { findRows } from '#server/features/bookings/booking-rows.ts'
import { createReceipt } from '#server/features/bookings/documents/receipt.ts'
import { writeExampleDocuments } from '#server/features/demo/documents.ts'
import { writeExampleEvents } from '#server/features/demo/events.ts'
import { applyDemoOverlay } from '#server/features/demo/overlay.ts'
import { writeExampleShop } from '#server/features/demo/shop.ts'
import { toApplePass } from '#server/features/wallet-passes/apple-pass.ts'
import { toGooglePass } from '#server/features/wallet-passes/google-changes.ts'
import { describePass } from '#server/features/wallet-passes/pass-facts.ts'
import { renderStatement } from '#server/features/wallet/statements/statement.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { buildBooking } from '#test/kits/documents-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { findWrongForms, readers, readTexts, type Reader } from '#test/kits/forms-by-country.ts'
import { mailExamples } from '#test/kits/mail-examples.ts'
import { buildPlaces, updatePark } from '#test/kits/parks-kit.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createWorld, type TestPark, type World } from '#test/kits/world.ts'

/*
 * Every page, email, PDF and pass of a wallet has the form of its reader's country, wherever what it tells of is. The pages that only the
 * browser can render, because they belong to an account, are read by `forms-by-country.page.test.tsx`.
 */

const countryOf = (reader: Reader) => reader.slice(3) as CountryCode
const codes = ['US', 'CA', 'NG', 'SN'] as const

const centres = {
  US: { lat: 40.7128, lng: -74.006, city: 'New York', state: 'US-NY' },
  CA: { lat: 43.6532, lng: -79.3832, city: 'Toronto', state: 'CA-ON' },
  NG: { lat: 6.4541, lng: 3.3947, city: 'Lagos', state: 'NG-LA' },
  SN: { lat: 14.6937, lng: -17.4441, city: 'Dakar', state: 'SN-DK' },
} as const

let world: World
const slugs: Record<string, string> = {}
/** A booking in Canada. */
let booking_id: string
let names: string[]
/** One of each, by country. */
const examples: Record<string, Record<'event' | 'branch' | 'item', string>> = {}

beforeAll(async () => {
  world = await createWorld({ settings: { DEMO_DATA: 'on' } })
  // Between two quarter hours, at an hour that is written differently in all forms.
  world.clock.now = new Date('2026-12-06T18:40:00Z')
  const { db, clock } = world
  for (const code of codes) {
    const { lat, lng, city, state } = centres[code]
    const park = await world.buildPark({
      country_code: code,
      name: `Quay ${code}`,
      lat,
      lng,
      city,
      opening_hours: 'Mo-Fr 07:00-22:30; Sa 08:00-20:00',
      increment_minor: code === 'SN' ? 1_500n : code === 'NG' ? 150_000n : 1_250n,
    })
    slugs[code] = park.slug
    if (code === 'CA') booking_id = await buildBookingAt(park)
    await updatePark(world, park, {
      max_height_cm: 205,
      max_length_cm: 520,
      amenities: ['covered', 'accessible', 'cctv'],
    })
    await db.updateTable('parks').set({ lift: true, accessible_bay_width_cm: 360 }).where('id', '=', park.id).execute()
    await world.buildPark({ country_code: code, name: `Far ${code}`, lat: lat + 0.012, lng, city })
    await buildPlaces(
      world,
      (['city', 'airport', 'stadium', 'station'] as const).map((kind) => ({
        country_code: code,
        kind,
        name: kind === 'city' ? city : `${city} ${kind.toUpperCase()}`,
        slug: `${kind}-${code.toLowerCase()}`,
        state,
        city,
        lat,
        lng,
        weight: 0.9,
        population: 1_234_567,
      })),
    )
  }
  await applyDemoOverlay(db, clock.now)
  await writeExampleEvents(db, clock.now)
  await writeExampleShop(db, clock.now)
  await writeExampleDocuments(db, clock.now)
  for (const code of codes) {
    const { rows } = await sql<{ event: string; branch: string; item: string }>`
      select
        coalesce((select event_code from events e join countries c on c.id = e.country_id where c.code = ${code} and e.private_code_hash is null limit 1), 'none') as event,
        coalesce((select b.slug from branches b join countries c on c.id = b.country_id where c.code = ${code} limit 1), 'none') as branch,
        coalesce((select i.id::text from items i limit 1), 'none') as item`.execute(db)
    examples[code] = rows[0]!
  }
  names = await listNames(world)
}, 180_000)
afterAll(() => world.close())

/** On Monday, when the car park is open; one with all that is said of the way in. */
async function buildBookingAt(park: TestPark): Promise<string> {
  const access_steps = { access_steps_en: 'Keep right', access_steps_fr: 'Serrez à droite' }
  const access = { access_level: '2', gate_code: '4711', ...access_steps }
  await world.db.updateTable('parks').set(access).where('id', '=', park.id).execute()
  const driver = await world.buildDriver({ country_code: 'CA', balance_minor: 100_000n })
  return (await buildPaidBooking(world, driver, park, 84, 6)).id
}

/** Names of places, venues and partners: they are the same for every reader. */
async function listNames({ db }: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from parks where name is not null union select address from parks where address is not null
    union select name from places union select venue from events union select name from events
    union select name from branches union select address from branches`.execute(db)
  return rows.map(({ name }) => name).sort((a, b) => b.length - a.length)
}

const listAddresses = (code: (typeof codes)[number]): string[] => {
  const { event, branch, item } = examples[code]!
  const values: Record<string, string> = {
    '/airport-parking/:place': `airport-${code.toLowerCase()}`,
    '/city-parking/:place': `city-${code.toLowerCase()}`,
    '/stadium-parking/:place': `stadium-${code.toLowerCase()}`,
    '/station-parking/:place': `station-${code.toLowerCase()}`,
    '/event/:event': event,
    '/booking/event/:event': event,
    '/post/:post': 'toronto-winter',
    '/help/:article': 'parking-for-someone-else',
    '/branch/:branch': branch,
  }
  const pages = pageRoutes
    .filter(({ path }) => !path.startsWith('/desk'))
    .map(({ path }) =>
      path
        .replace(':slug', slugs[code]!)
        .replace(':service', 'wash')
        .replace(/:\w+/, values[path] ?? 'ABCD2345'),
    )
  const { lat, lng, city } = centres[code]
  return [
    ...new Set(pages),
    `/search?lat=${lat}&lng=${lng}&place=${city}`,
    `/search?lat=${lat}&lng=${lng}&place=${city}&start=2026-12-08T18:00:00Z&end=2026-12-08T22:30:00Z`,
    `/park/${slugs[code]}?start=2026-12-08T18:00:00Z&end=2026-12-08T22:30:00Z`,
    `/marketplace/${item}?branch=${branch}`,
    `/parks-list?country=${code}`,
  ]
}

/** Posts tell of signs and rules, in the units and words that stand there. */
const exceptAt = (address: string): string[] =>
  address.startsWith('/post/') || address === '/blog'
    ? ['metric', 'imperial', 'home', 'symbolAfter', 'symbolBefore']
    : listsAllCurrencies.has(address)
      ? ['home']
      : []
/** Tables of all currencies, each with its code. */
const listsAllCurrencies: ReadonlySet<string> = new Set(['/get-started', '/help', '/terms'])

/** The labels of lines are those with which a booking was made. */
const labels = buildBooking().lines.map(({ label }) => label)

// In each run, a reader sees one country, and two readers have receipts.
const nextCountry = inTurn(codes, 1)
const receiptReaders = inTurn<Reader>(readers, 2)()

describe.each(readers)('%s', (reader) => {
  test.each(nextCountry())('pages of %s', { timeout: 120_000 }, async (code) => {
    const headers = { cookie: `language=${languageIn(reader)}; country=${countryOf(reader)}` }
    const wrong: string[] = []
    let read = 0
    for (const url of listAddresses(code)) {
      const { body, statusCode } = await world.app.inject({ url, headers })
      expect([200, 301, 302, 404], url).toContain(statusCode)
      if (statusCode !== 200) continue
      read += 1
      const found = findWrongForms(readTexts(body), reader, { except: exceptAt(url), names })
      wrong.push(...found.map((entry) => `${url}: ${entry}`))
    }
    expect(read).toBeGreaterThan(40)
    expect([...new Set(wrong)]).toEqual([])
  })

  test('emails, in text and HTML', () => {
    const wrong = mailExamples.flatMap(({ group, write }) =>
      Object.keys(group.kinds).flatMap((kind) => {
        const mail = write(kind, reader)
        const texts = [mail.subject, writeText(mail, mail.locale), readTexts(writeHtml(mail, mail.locale))]
        return texts
          .flatMap((text) => findWrongForms(text, reader, { names: labels }))
          .map((entry) => `${kind}: ${entry}`)
      }),
    )
    expect([...new Set(wrong)]).toEqual([])
  })

  test.runIf(receiptReaders.includes(reader))('receipts and statements', async () => {
    const driver = { first_name: 'Ada', last_name: 'Obi', email: 'ada@test.example' }
    const booking = buildBooking({ refunded: 500, due: 1200, total: 12_500, checked_in_at: '2026-11-21T13:31:00.000Z' })
    const receipt = await createReceipt(booking, driver, reader, 'https://parkwell.example/booking-details/ABCD2345')
    const at = (text: string) => new Date(text)
    const statement = await renderStatement(
      {
        month: '2026-11',
        currency: 'XOF',
        zone: 'Africa/Dakar',
        from: at('2026-11-01T00:00:00Z'),
        to: at('2026-12-01T00:00:00Z'),
        holder: driver,
        opening_minor: 12_345n,
        lines: [
          { kind: 'booking', label: 'booking:ABCD2345', amount_minor: -1_611n, created_at: at('2026-11-21T14:05:00Z') },
          { kind: 'top_up', label: 'top_up:stripe', amount_minor: 50_000n, created_at: at('2026-11-06T19:05:00Z') },
        ],
        now: at('2026-12-05T12:00:00Z'),
        contact: 'https://parkwell.example/help#contact',
      },
      reader,
    )
    const lines = [receipt, statement].flatMap((file) => readPdf(file).lines)
    expect(lines.flatMap((line) => findWrongForms(line, reader, { names: labels }))).toEqual([])
  })

  test.each(['active', 'cancelled', 'completed'] as const)('passes of wallets: %s', async (status) => {
    await world.db.updateTable('bookings').set({ status }).where('id', '=', booking_id).execute()
    const [row] = await findRows(world.db, sql<boolean>`b.id = ${booking_id}::uuid`)
    const facts = await describePass(world.db, world.deps, row!, reader)
    const origin = 'https://parkwell.example'
    const apple = toApplePass(facts, { pass_type_id: 'pass.example', team_id: 'TEAM' }, { token: 'token', origin })
    const google = toGooglePass(facts, origin)
    const texts = [
      apple.description,
      ...apple.locations.map(({ relevantText }) => relevantText),
      ...Object.values(apple.eventTicket)
        .flat()
        .flatMap((field) => [field.label, field.value, 'changeMessage' in field ? field.changeMessage : '']),
      ...[google.cardTitle, google.header, google.subheader].map(({ defaultValue }) => defaultValue.value),
      ...google.textModulesData.flatMap(({ header, body }) => [header, body]),
      ...google.linksModuleData.uris.map(({ description }) => description),
    ]
    expect(texts.length).toBeGreaterThan(20)
    expect(texts.flatMap((text) => findWrongForms(text ?? '', reader, { names }))).toEqual([])
  })
})
