import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listVehicles } from '#contract/vehicles/vehicles.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en.vehicles
interface Saved {
  plate: string
  is_default: boolean
  papers: object[]
}

const listSavedVehicles = async ({ token }: E2eDriver) =>
  (await send<{ items: Saved[] }>(base, 'GET', listVehicles.path, { token })).items

/** The day in the time zone of the page. */
function inDays(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return day.toLocaleDateString('sv')
}

/** Pastes, because every key press would render the dialog once more. */
async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
const findDialog = async () => within(await screen.findByRole('dialog'))
const findPlate = () => document.querySelector<HTMLElement>('[role=dialog] [name=plate]')!
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const findCard = async (text: string) => {
  const [found] = await screen.findAllByText(text)
  return within(found!.closest<HTMLElement>('li')!)
}

test('adds, edits and removes vehicles and sets the default', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/profile', driver)
  await screen.findByRole('heading', { name: words.none })
  await user.click(screen.getByRole('button', { name: words.add }))
  let dialog = await findDialog()
  await user.click(dialog.getByRole('button', { name: words.save }))
  await dialog.findByRole('alert')
  const plate = findPlate()
  await waitFor(() => expect(document.activeElement).toBe(plate))
  await fill(user, plate, 'bktr 482')
  await fill(user, dialog.getByLabelText(words.make), 'Kia')
  await fill(user, dialog.getByLabelText(words.height_cm), '20')
  await user.type(dialog.getByLabelText(words.papers.insurance), inDays(12))
  await user.click(dialog.getByRole('button', { name: words.save }))
  expect(await dialog.findAllByText(pattern(wordsOf.en.vehicles.length_between))).not.toEqual([])
  expect(await listSavedVehicles(driver)).toEqual([])
  await fill(user, dialog.getByLabelText(words.height_cm), '146')
  await user.click(dialog.getByRole('button', { name: words.save }))
  await expectClosed()
  const kia = await findCard('BKTR 482')
  expect(kia.getByText(/1\.46/)).toBeTruthy()
  expect(kia.getByText(/expires in 12 days/i)).toBeTruthy()

  await user.click(screen.getByRole('button', { name: words.add }))
  dialog = await findDialog()
  await fill(user, findPlate(), '7KJR482')
  await user.selectOptions(dialog.getByLabelText(words.country_code), 'US')
  await user.click(dialog.getByRole('button', { name: words.save }))
  await expectClosed()
  const guest = await findCard('7KJR482')
  await user.click(guest.getByRole('button', { name: new RegExp(`^${words.make_default}: `) }))
  expect(await guest.findAllByText(words.default)).not.toEqual([])
  await waitFor(async () =>
    expect((await listSavedVehicles(driver)).map((vehicle) => vehicle.plate)).toEqual(['7KJR482', 'BKTR 482']),
  )

  await user.click(await screen.findByRole('button', { name: 'Edit Kia' }))
  dialog = await findDialog()
  await user.clear(dialog.getByLabelText(words.papers.insurance))
  await fill(user, dialog.getByLabelText(words.nickname), '<b>Old</b>')
  await user.click(dialog.getByRole('button', { name: words.save }))
  await expectClosed()
  expect(await screen.findByText('<b>Old</b>')).toBeTruthy()
  expect((await listSavedVehicles(driver))[1]!.papers).toEqual([])

  const remove = async () => user.click(await screen.findByRole('button', { name: 'Remove 7KJR482' }))
  await remove()
  await screen.findByRole('dialog', { name: 'Remove 7KJR482?' })
  await user.keyboard('{Escape}')
  await expectClosed()
  expect(await listSavedVehicles(driver)).toHaveLength(2)
  await remove()
  await user.click((await findDialog()).getByRole('button', { name: words.remove }))
  await waitFor(() => expect(screen.queryByText('7KJR482')).toBeNull())
  await waitFor(async () =>
    expect(await listSavedVehicles(driver)).toMatchObject([{ plate: 'BKTR 482', is_default: true }]),
  )
  await waitFor(() => expect(localStorage.getItem('vehicles')).not.toContain('7KJR482'))
  expect(localStorage.getItem('vehicles')).toContain('BKTR 482')
})
