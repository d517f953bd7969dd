import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.earnings

test('estimates earnings from local prices and the values entered', async () => {
  const user = await openPage('/car-park-management', { country: 'US' })
  await screen.findByRole('option', { name: 'Boston' })
  const section = document.querySelector<HTMLElement>('#sum')!
  const field = (name: string) => within(section).findByLabelText<HTMLInputElement>(name)
  const expectText = (text: string | RegExp) => waitFor(() => expect(section.textContent).toMatch(text))
  const fill = async (name: string, value: string) => {
    await user.clear(await field(name))
    await user.type(await field(name), value)
  }
  await user.selectOptions(await field(words.city), 'Boston')
  await expectText(/In Boston, the median price of the \d+ parking lots/)
  await fill(words.space.price, '2.5')
  await fill(words.space.spaces, '3')
  await fill(words.space.occupancy, '50')
  await expectText('$825')
  await fill(words.space.hours, '25')
  await expectText('Enter a number from 1 to 24.')
  await fill(words.space.hours, '10')
  await user.selectOptions(await field(words.country), 'SN')
  await expectText('XOF')
})
