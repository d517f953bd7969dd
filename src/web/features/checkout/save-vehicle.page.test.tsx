import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import {
  arriveAtBooking,
  checkoutOf,
  findPark,
  findPay,
  buildCanadian,
  openCheckout,
  reload,
} from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en
const findBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: words.checkout.save_vehicle })
const listVehicles = async ({ token }: E2eDriver) =>
  (
    await send<{ items: { plate: string; vehicle_type_id: number }[] }>(base, 'GET', '/api/v1/user/vehicles/', {
      token,
    })
  ).items

test('saves the vehicle of a booking, also after a reload, and offers it for the next one', async () => {
  const driver = await buildCanadian(200)
  const park = await findPark()
  let user = await openCheckout(park, driver)
  expect((await findBox()).checked).toBe(false)
  await user.click(await findBox())
  user = await reload()
  expect((await findBox()).checked).toBe(true)
  await user.dblClick(await findPay())
  await arriveAtBooking()
  await waitFor(async () =>
    expect(await listVehicles(driver)).toMatchObject([{ plate: 'BKTR 482', vehicle_type_id: 1 }]),
  )
  await openPage(checkoutOf(park), driver)
  expect(await screen.findByRole('radio', { name: /BKTR 482/ })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: words.checkout.save_vehicle })).toBeNull()
})

test('saves it once if another tab has, however it was written, and books all the same', async () => {
  const driver = await buildCanadian(200)
  const user = await openCheckout(await findPark(), driver)
  await user.click(await findBox())
  const body = { plate: 'bktr-482' }
  await send(base, 'POST', '/api/v1/user/vehicles/', { token: driver.token, body })
  await user.click(await findPay())
  await arriveAtBooking()
  expect(await listVehicles(driver)).toMatchObject([{ plate: 'BKTR-482' }])
  expect(screen.queryByText(words.errors.vehicle_exists)).toBeNull()
})

test('saves nothing unasked', async () => {
  const driver = await buildCanadian(200)
  const user = await openCheckout(await findPark(), driver)
  await user.click(await findPay())
  await arriveAtBooking()
  expect(await listVehicles(driver)).toEqual([])
})
