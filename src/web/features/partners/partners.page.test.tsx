import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk } from '#i18n/en/desk.ts'
import { deskOperator } from '#i18n/en/desk_operator.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send, staffMember } from '#test/e2e/kit/drivers.ts'
import { act, logIn, openDesk, openOnlyRow } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { errors, operator: words } = wordsOf.en
const { records, lists } = desk

interface Listed {
  items: { slug: string; bookable: boolean }[]
  pages: number
}
/** A car park without an operator; those come last. */
async function findUnclaimed() {
  const read = (page: number) =>
    send<Listed>(base, 'GET', `/api/v1/parks/front/parks/?country=US&size=100&page=${page}`)
  const { items } = await read((await read(1)).pages)
  return items.find((park) => !park.bookable)!
}

test('an operator claims a car park, staff approves it, and the desk shows the operator nothing else', async () => {
  const park = await findUnclaimed()
  const { token } = await buildDriver(base, { country_code: 'US', language: 'en' })
  const openOwn = (path: string) => openPage(path, { token, country: 'US' })
  let user = await openOwn(`/park/${park.slug}`)
  await user.click(await screen.findByRole('link', { name: words.run_this }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: words.fields.park })
  expect(field.value).toBe(park.slug)
  const company = `Union Parking ${crypto.randomUUID().slice(0, 6)}`
  await user.click(screen.getByRole('button', { name: words.send.claim }))
  const name = screen.getByRole('textbox', { name: words.fields.company })
  await waitFor(() => expect(name).toBe(document.activeElement))
  await user.type(name, company)
  await user.click(screen.getByRole('button', { name: words.send.claim }))
  expect(await screen.findByRole('heading', { name: words.claims })).toBeTruthy()
  await user.type(await screen.findByRole('textbox', { name: words.code }), '123456')
  await user.click(screen.getByRole('button', { name: words.prove }))
  expect(await screen.findByText(errors.invalid_code)).toBeTruthy()
  const own = window.location.pathname + window.location.search

  const { actions } = records.park_claims
  user = await openDesk(`/desk/park-claims?search=${encodeURIComponent(company)}`, await logIn(staffMember))
  await openOnlyRow(user)
  await act(user, actions.approve)
  expect((await screen.findAllByText(lists.park_claims.states.approved)).length).toBeGreaterThan(0)

  await openOwn(own)
  expect(await screen.findByRole('heading', { name: words.mine })).toBeTruthy()
  await openOwn('/desk/parks')
  expect(await screen.findByText('Showing 1 to 1 of 1 entries')).toBeTruthy()
  await openOwn('/desk/partners')
  expect(await screen.findByRole('heading', { name: company, level: 1 })).toBeTruthy()
  await openOwn('/desk/park-claims')
  expect(await screen.findByRole('heading', { name: desk.denied })).toBeTruthy()
  await openOwn('/desk/owed')
  expect(await screen.findByRole('heading', { name: deskOperator.lists.owed.title })).toBeTruthy()
})
