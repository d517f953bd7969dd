import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { addresses: words, errors } = wordsOf.en

const fill = async (user: Awaited<ReturnType<typeof openPage>>, name: string, text: string) => {
  const field = screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await user.clear(field)
  await user.type(field, text)
}

test('saves an address, asks for its point, makes another one the default and deletes it', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/addresses', driver)
  await user.click(await screen.findByRole('button', { name: words.add }))
  await fill(user, words.line, '200 Front Street West')
  await fill(user, words.city, 'Toronto')
  await user.click(screen.getByRole('button', { name: words.save }))
  expect(await screen.findAllByText(errors.fields.required)).toHaveLength(2)
  await fill(user, words.lat, '43.6426')
  await fill(user, words.lng, '-79.3871')
  await user.click(screen.getByRole('button', { name: words.save }))
  const first = (await screen.findByText(/200 Front Street West/)).closest('li')!
  expect(within(first).getByText(words.default)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.add }))
  await user.click(screen.getByRole('radio', { name: words.labels.work }))
  await fill(user, words.line, '1 Yonge Street')
  await fill(user, words.city, 'Toronto')
  await fill(user, words.lat, '43.6420')
  await fill(user, words.lng, '-79.3745')
  await user.click(screen.getByRole('button', { name: words.save }))
  await user.click(
    await screen.findByRole('button', { name: words.make_default_one.replace('{{line}}', '1 Yonge Street') }),
  )
  await waitFor(() =>
    expect(within(screen.getByText(/1 Yonge Street/).closest('li')!).getByText(words.default)).toBeTruthy(),
  )
  await user.click(screen.getByRole('button', { name: words.remove_one.replace('{{line}}', '200 Front Street West') }))
  await user.click(screen.getByRole('button', { name: words.remove_sure }))
  await waitFor(() => expect(screen.queryByText(/200 Front Street West/)).toBeNull())
})

test('shows what the server refuses beside its field', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/addresses', driver)
  await user.click(await screen.findByRole('button', { name: words.add }))
  await fill(user, words.line, '1 Far Away')
  await fill(user, words.city, 'Nowhere')
  await fill(user, words.lat, '120')
  await fill(user, words.lng, '0')
  await user.click(screen.getByRole('button', { name: words.save }))
  expect((await screen.findByRole('alert')).textContent).toContain(errors.fields.coordinates)
})
