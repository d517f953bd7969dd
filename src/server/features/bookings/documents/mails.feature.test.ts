import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { qrCodeId } from '#server/features/accounts/mail/mail-format.ts'
import { sendQueuedMails } from '#server/features/accounts/mail/outbox.ts'
import { translate } from '#server/output/translate.ts'
import { createSmtpMailer } from '#server/providers/mail/smtp.ts'
import {
  buildPaidBooking,
  expectConsistentData,
  buildHold,
  buildScanPark,
  setBalance,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { partsOf, startSmtp } from '#test/kits/smtp-server.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { advanceBookings } from '../lifecycle/advance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}

/** Triggers every kind of booking mail. */
async function everyMail(language: 'en' | 'fr') {
  const place = { lat: language === 'en' ? 11 : 12, lng: 3 }
  const park = await buildScanPark(world, place)
  const other = await world.buildPark({ ...place, increment_minor: 900n })
  const driver = await world.buildDriver({ balance_minor: 1_000n, language })
  const calls = bookingCallsOf(world, driver)
  // Mails use the driver's language, not the request's.
  const held = await buildHold(world, driver, park, { from: 4, length: 4 })
  await calls.pay(held.id, { 'accept-language': language === 'en' ? 'fr' : 'en' })
  const later = (quarters: number) => new Date(Date.parse(held.end_time) + quarters * 900_000).toISOString()
  world.clock.advance(1)
  await calls.extend(held.id, later(4))
  await calls.autoExtend(held.id, later(8))
  at(held.start_time)
  await calls.checkIn(held.id)
  await setBalance(world, driver, 100n)
  at(later(4), -5)
  await advanceBookings(world.deps)
  at(later(4), 20)
  await calls.checkOut(held.id)
  await setBalance(world, driver, 5_000n)
  world.clock.advance(1)
  const cancelled = await buildPaidBooking(world, driver, park, 8, 4)
  world.clock.advance(1)
  await calls.cancel(cancelled.id)
  world.clock.advance(1)
  const blocked = await buildPaidBooking(world, driver, park, 8, 4)
  at(blocked.start_time)
  const moved = await calls.cannotPark(blocked.id, { park_id: other.id })
  const mails = await world.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', driver.email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const codes = [held, held, held, held, cancelled, cancelled, blocked, moved.body.moved_to!].map(
    (entry) => entry.booking_code,
  )
  return { mails, codes }
}

test('every mail is in the driver’s language, has the booking code and no unfilled placeholder', async () => {
  const english = await everyMail('en')
  at(windowOf(world, 96, 1).start_time)
  const french = await everyMail('fr')
  const normalizeSpaces = (subject: string) => subject.replaceAll(/\s/g, ' ')
  const topics = ['booked', 'extended', 'extend_failed', 'overstayed', 'booked', 'cancelled', 'booked', 'moved']
  for (const [language, { mails, codes }] of [['en', english] as const, ['fr', french] as const])
    expect(mails.map(({ subject }) => normalizeSpaces(subject))).toEqual(
      topics.map((topic, n) =>
        normalizeSpaces(translate(language, `booking_mails.${topic}.subject`, { code: codes[n]! })),
      ),
    )
  for (const { mails, codes } of [english, french])
    for (const [n, { text, html }] of mails.entries()) {
      expect(text).toContain(`/booking-details/${codes[n]}`)
      expect(text + html).not.toMatch(/\{\{|undefined|booking_mails\./)
    }
  // A debt is shown but not included in the paid amount.
  expect(english.mails[3]!.text).toMatch(/Paid: \$5\.35\nStill to pay: \$1\.00\n/)
  expect(french.mails[3]!.text).toMatch(/Payé\s?: 5,35\u202f\$\nReste à régler\s?: 1,00\u202f\$\n/)
})

test('mails with the pass say how to get in, step by step, in the driver’s language', async () => {
  const park = await world.buildPark({ lat: 14, lng: 3 })
  const access = {
    access_level: 'P2',
    gate_code: '4711',
    access_steps_en: 'Turn left\nTake the lift',
    access_steps_fr: 'À gauche',
  }
  await world.db.updateTable('parks').set(access).where('id', '=', park.id).execute()
  const entrance = { id: newId(), park_id: park.id, position: 0, name: 'North & East', lat: 14.001, lng: 3.001 }
  await world.db.insertInto('park_entrances').values(entrance).execute()
  const steps = {
    en: [
      'How to get in',
      '1. Drive to the entrance: North & East.',
      'destination=14.001,3.001',
      '2. At the gate, enter this code: 4711',
      '3. Turn left',
      '4. Take the lift',
      '5. Park here: P2.',
    ],
    fr: ['3. À gauche', '4. '],
  }
  for (const language of ['en', 'fr'] as const) {
    const driver = await world.buildDriver({ balance_minor: 10_000n, language })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park)
    world.clock.advance(1)
    await calls.plate(booking.id, `NEW-${language}`)
    world.clock.advance(1)
    await calls.cancel(booking.id)
    const mails = await world.db
      .selectFrom('mails')
      .select(['text', 'html'])
      .where('to_address', '=', driver.email)
      .orderBy('created_at')
      .execute()
    expect(mails).toHaveLength(3)
    for (const { text, html } of mails.slice(0, 2)) {
      for (const step of steps[language]) expect(text).toContain(step)
      expect(html).toContain('North &amp; East')
      expect(html.match(/<li>/g)).toHaveLength(language === 'en' ? 5 : 4)
    }
    // Without a pass nobody gets in.
    expect(mails[2]!.text).not.toContain('4711')
  }
})

test('the confirmation carries the QR code, address, directions, calendar file and how to change or cancel', async () => {
  const smtp = await startSmtp()
  const mailer = createSmtpMailer(smtp.url(), () => ({ from: { name: '', address: 'no-reply@parkwell.example' } }))
  onTestFinished(async () => {
    await mailer.close()
    await smtp.close()
  })
  const park = await world.buildPark({ lat: 13, lng: 3 })
  await world.db.updateTable('parks').set({ address: '12 Front Street' }).where('id', '=', park.id).execute()
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, park)
  await sendQueuedMails({ ...world.deps, mailer })
  const { data } = smtp.received.find(({ to }) => to.includes(driver.email))!
  const { parts } = partsOf(data)
  const url = `${world.deps.publicUrl()}/booking-details/${booking.booking_code}`
  for (const part of ['text/plain', 'text/html'])
    for (const text of ['12 Front Street', 'destination=13,3', url, `${url}#receipt`, booking.booking_code, '$4.35'])
      expect(parts[part]?.replaceAll('&amp;', '&'), `${part}: ${text}`).toContain(text)
  expect(parts['text/html']).toContain(`src="cid:${qrCodeId}"`)
  expect(data).toMatch(new RegExp(`Content-ID: <${qrCodeId}>`, 'i'))
  expect(data).toMatch(/Content-Type: image\/png/)
  expect(data).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/)
})
