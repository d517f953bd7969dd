import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'

test('lists car parks with chargers and directions to them', async () => {
  const user = await openPage('/electric-vehicle-charging', { country: 'US' })
  const list = await screen.findByRole('list', { name: wordsOf.en.chargers.here })
  const [directions] = await within(list).findAllByRole('link', { name: /^Directions to / })
  expect(directions!.getAttribute('href')).toMatch(/destination=-?\d+\.\d+,-?\d+/)
  const [park] = within(list).getAllByRole('link', { name: /^(See|View|Book)/ })
  await user.click(park!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/park\//))
})

/** Of the shipped car parks, those with a charger are all in the United States. */
test.each(['SN', 'NG', 'CA'] as const)('offers the countries with chargers, and no others: %s', async (country) => {
  await openPage('/electric-vehicle-charging', { country })
  const chips = await screen.findByRole('group', { name: wordsOf.en.chargers.country })
  const { countries } = wordsOf.en.common
  expect(
    within(chips)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([countries.US])
  await screen.findByRole('heading', { name: new RegExp(`with chargers listed ${wordsOf.en.places.in[country]} yet$`) })
  expect(document.body.textContent).not.toMatch(/\b0 car parks? with/)
  expect(screen.getAllByRole('cell', { name: wordsOf.en.places.no_chargers })).toHaveLength(3)
})

test('offers no choice where there is none', async () => {
  await openPage('/electric-vehicle-charging', { country: 'US' })
  await screen.findByText(/with EV chargers on this map/)
  expect(screen.queryByRole('group', { name: wordsOf.en.chargers.country })).toBeNull()
})
