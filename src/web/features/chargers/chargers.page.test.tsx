import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/catalogue.ts'
import { openPage } from '#test/kits/page-kit.tsx'

test('lists car parks with chargers and directions to them', async () => {
  const user = await openPage('/electric-vehicle-charging', { country: 'US' })
  const list = await screen.findByRole('list', { name: wordsOf.en.chargers.here })
  const [directions] = await within(list).findAllByRole('link', { name: /^Directions to / })
  expect(directions!.getAttribute('href')).toMatch(/destination=-?\d+\.\d+,-?\d+/)
  const [park] = within(list).getAllByRole('link', { name: /^(See|View|Book)/ })
  await user.click(park!)
  await waitFor(() => expect(window.location.pathname).toMatch(/^\/park\//))
})
