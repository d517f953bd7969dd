import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi, type MockInstance } from 'vitest'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { fromNow, buildDriver, parksToBook, send, type Choice, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from './page-kit.tsx'

/* Steps that the page tests of checkout and bookings share. */

const words = wordsOf.en

export const toronto = { lat: 43.6532, lng: -79.3832 }

export const buildCanadian = (top_up?: number): Promise<E2eDriver> =>
  buildDriver(base, { country_code: 'CA', language: 'en', ...(top_up !== undefined && { top_up }) })

/** A park in Toronto with space tomorrow. */
export const findPark = async (): Promise<Choice> => (await parksToBook(base, toronto))[0]!

/** Parks with space for two hours from the running quarter hour, nearest first. */
export const findParksNow = (): Promise<Choice[]> => parksToBook(base, toronto, fromNow())

export const checkoutOf = ({ slug, start_time, end_time }: Choice): string =>
  `/checkout/${slug}?${new URLSearchParams({ start: start_time, end: end_time })}`

export const findPlate = () => screen.findByRole<HTMLInputElement>('textbox', { name: words.checkout.plate })

/** The button that pays, once it is enabled. */
export async function findPay(): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('button', payButton).getAttribute('aria-disabled')).toBeNull())
  return screen.getByRole('button', payButton)
}
const payButton = { name: pattern(words.checkout.pay) }

/** Opens the checkout of a park with the plate entered and the price loaded. */
export async function openCheckout(park: Choice, driver: E2eDriver): Promise<UserEvent> {
  const user = await openPage(checkoutOf(park), driver)
  await user.type(await findPlate(), 'BKTR 482')
  await findPay()
  return user
}

/** Opens the page at the current address again, with what the tab has stored. */
export const reload = (): Promise<UserEvent> => openPage(window.location.pathname + window.location.search)

/** Waits for the page of a paid booking. */
export const arriveAtBooking = () => waitFor(() => expect(window.location.pathname).toMatch(/^\/booking-details\//))

/** Makes calls that end in `path` fail: the server handles them, but the response is lost. */
export function loseResponses(path: string): MockInstance {
  const { fetch } = window
  return vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (new URL(url, base).pathname.endsWith(path)) throw new TypeError('Failed to fetch')
    return response
  })
}

/** Makes every call fail before it is sent. */
export const loseNetwork = (): MockInstance =>
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    throw new TypeError('Failed to fetch')
  })

interface Listed {
  booking_code: string
  status: string
  plate: string
}

export const listBookings = async ({ token }: E2eDriver, status: string): Promise<Listed[]> =>
  (await send<{ items: Listed[] }>(base, 'GET', `/api/v1/bookings/list?status_filter=${status}`, { token })).items

/** The button with this catalogue text, once the price and the balance that it waits for are known. */
export async function findEnabled(text: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: pattern(text) })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}
