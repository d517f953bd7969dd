import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { localeOf } from '#contract/formats.ts'
import { desk as deskEn } from '#i18n/en/desk.ts'
import { desk as deskFr } from '#i18n/fr/desk.ts'
import { pattern, reworded, wordsFor } from '#test/e2e/kit/catalogue.ts'
import { bookNow, buildDriver, reportTwice, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { findEnabled } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

const deskOf = { en: deskEn, fr: deskFr }
/** A sentence as queries for text read it: French has narrow spaces. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

const decisions = [
  ['en', 'accept'],
  ['fr', 'refuse'],
] as const
test.each(inTurn(decisions, 1)())(
  'in %s, a third report without a photo waits until staff %s it',
  async (language, decision) => {
    const { bookings: words } = wordsFor({ language, country: 'CA' })
    const desk = reworded<typeof deskEn | typeof deskFr>(deskOf[language], localeOf(language, 'CA'))
    const { actions, fields, done } = desk.records.park_reports
    const see = (text: string) => screen.findByText(plain(text), { exact: false })
    const driver = await buildDriver(base, { country_code: 'CA', language, top_up: 300 })
    await reportTwice(base, driver)
    const { id, booking_code } = await bookNow(base, driver)
    const openBooking = () => openPage(`/booking-details/${booking_code}`, { token: driver.token, language })
    let user = await openBooking()
    await user.click(await screen.findByRole('button', { name: words.action.cannot_park }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: pattern(words.cannot_park.reasons.blocked) }))
    expect(await dialog.findByText(plain(words.cannot_park.checked))).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: words.cannot_park.go_on }))
    await user.click(await dialog.findByRole('radio', { name: pattern(words.cannot_park.check) }))
    await user.click(await findEnabled(words.cannot_park.confirm_check))
    // In a dialog of its own.
    expect(await see(words.cannot_park.sent_text)).toBeTruthy()
    await openBooking()
    expect(await see(words.report.waiting)).toBeTruthy()
    expect(await see(words.event.report_waiting)).toBeTruthy()

    const login = { identifier: staffMember.email, password: staffMember.password }
    const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
      body: login,
    })
    user = await openPage('/desk/notices', { token, language })
    const findNotice = () => screen.findByRole('link', { name: new RegExp(booking_code) })
    await user.click(await findNotice())
    await user.click(await screen.findByRole('button', { name: actions[decision] }))
    const prompt = within(await screen.findByRole('dialog'))
    if (decision === 'refuse')
      await user.type(prompt.getByLabelText(pattern(plain(fields.answer))), 'The cameras show free spaces')
    await user.click(prompt.getByRole('button', { name: actions[decision] }))
    expect(await see(done[decision])).toBeTruthy()
    user = await openPage(`/desk/bookings/${booking_code}`, { token, language })
    const events = desk.words.booking_events
    expect(await see(decision === 'accept' ? events.report_accepted : events.report_refused)).toBeTruthy()
    expect(await see(events.report_waiting)).toBeTruthy()
    await openPage('/desk/notices', { token, language })
    expect(await findNotice()).toBeTruthy()
    interface Notices {
      items: { path: string; is_read: boolean }[]
    }
    const { items } = await send<Notices>(base, 'GET', '/api/v1/desk/notices?size=100', { token })
    expect(items.find(({ path }) => path === `park-reports/${id}`)?.is_read).toBe(true)

    await openBooking()
    if (decision === 'accept') {
      expect(await see(words.report.accepted)).toBeTruthy()
      expect(await screen.findByText(pattern(plain(words.event.report_accepted_of)))).toBeTruthy()
    } else {
      expect(await see(words.report.refused)).toBeTruthy()
      expect(await screen.findByText(/The cameras show free spaces/)).toBeTruthy()
      expect(await screen.findByText(pattern(plain(words.event.report_refused_of)))).toBeTruthy()
    }
    await waitFor(() => expect(screen.queryByText(plain(words.report.waiting))).toBeNull())
  },
)
