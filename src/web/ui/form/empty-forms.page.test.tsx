import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { buildCanadian, checkoutOf, findPark } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { errorMark } from './Field.tsx'

/*
 * What every form says that is submitted without anything in it. That the first wrong field is in view, and the button
 * near, needs a browser: test/e2e/empty-forms.spec.ts.
 */

const words = wordsOf.en
const required = 'This field is required!'
const terms = 'Please Accept our all Terms and Privacy!'

interface Case {
  /** Where the form is; `CODE` is the code of a booking, `SLUG` a car park. */
  path: string
  isDriver?: true
  country?: 'NG'
  /** The button that opens it. */
  press?: string
  /** What its fields say, in order; the first of them has the focus. */
  says: string[]
  /** The name of the first wrong field. */
  first: string
}

const times = (n: number): string[] => Array.from({ length: n }, () => required)

const cases: Record<string, Case> = {
  login: { path: '/auth', says: times(2), first: 'identifier' },
  registration: { path: '/register', says: [...times(3), terms], first: 'first_name' },
  'code of a registration': {
    path: '/verify?email=ada@example.com',
    says: ['Enter the six-digit code.'],
    first: 'code',
  },
  'new password': { path: '/forgot-password', says: times(1), first: 'email' },
  guest: { path: '/guest', says: [required, terms], first: 'email' },
  'private event': { path: '/private-event-access', says: times(1), first: 'code' },
  contact: { path: '/help', says: times(3), first: 'name' },
  demo: { path: '/book-demo', says: [words.errors.fields.slot, ...times(2)], first: 'starts_at' },
  careers: { path: '/careers', says: times(4), first: 'name' },
  'business account': { path: '/business-accounts', says: times(5), first: 'company' },
  'car park management': { path: '/car-park-management', says: times(6), first: 'country_code' },
  'charger to rent out': { path: '/rent-out-ev-charger', says: times(6), first: 'country_code' },
  affiliates: { path: '/affiliates', says: times(4), first: 'name' },
  'vehicle documents': { path: '/vehicle-docs-renewal', country: 'NG', says: times(11), first: 'state' },
  'owner of vehicle documents': {
    path: '/vehicle-docs-renewal?step=4',
    country: 'NG',
    says: times(5),
    first: 'owner_name',
  },
  profile: { path: '/profile', isDriver: true, says: times(1), first: 'first_name' },
  'top-up': { path: '/wallet', isDriver: true, says: [words.wallet.not_a_number], first: 'amount' },
  password: {
    path: '/profile',
    isDriver: true,
    press: words.account.password.change,
    says: times(2),
    first: 'current_password',
  },
  vehicle: { path: '/profile', isDriver: true, press: words.vehicles.add, says: times(1), first: 'plate' },
  address: { path: '/addresses', isDriver: true, press: words.addresses.add, says: times(2), first: 'lat' },
  'plate of a booking': {
    path: '/booking-details/CODE',
    isDriver: true,
    press: words.bookings.action.plate,
    says: times(1),
    first: 'plate',
  },
  checkout: { path: 'CHECKOUT', isDriver: true, says: times(1), first: 'plate' },
  'mistake about a car park': {
    path: '/park/SLUG',
    press: words.park_page.mistake.open,
    says: times(1),
    first: 'kind',
  },
}

let driver: E2eDriver
let park: Awaited<ReturnType<typeof findPark>>
let code: string
beforeAll(async () => {
  driver = await buildCanadian(200)
  park = await findPark()
  code = (await book(base, driver, park)).booking_code
})

test.each(Object.entries(cases))('%s', async (_name, { path, isDriver, country, press, says, first }) => {
  const address = path.replace('CODE', code).replace('SLUG', park.slug).replace('CHECKOUT', checkoutOf(park))
  const user = await openPage(address, { ...(isDriver && { token: driver.token }), country: country ?? 'CA' })
  if (press !== undefined) await user.click((await screen.findAllByRole('button', { name: press }))[0]!)
  const form = await findForm(first)
  await clear(user, form)
  await user.click(buttonOf(form)!)
  const errors = await waitFor(() => {
    const shown = [...form.querySelectorAll<HTMLElement>(`[${errorMark}]`)]
    expect(shown.map(({ textContent }) => textContent)).toEqual(says)
    return shown
  })
  for (const error of errors) {
    const field = form.querySelector(`[aria-describedby~="${error.id}"]`)
    expect(field?.getAttribute('aria-invalid'), error.id).toBe('true')
  }
  await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe(first))
})

/** The form with a field, once it can be sent. */
const findForm = (field: string): Promise<HTMLFormElement> =>
  waitFor(() => {
    const form = [...document.forms].find((candidate) => candidate.querySelector(`[name="${field}"]`) !== null)
    expect(form && buttonOf(form)?.getAttribute('aria-disabled')).toBeNull()
    return form!
  })

const buttonOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLButtonElement>('button[type=submit]') ??
  document.querySelector<HTMLButtonElement>(`button[form="${form.id}"]`)

/** Empties what is filled in. */
async function clear(user: UserEvent, form: HTMLFormElement): Promise<void> {
  const typed = 'input:not([type=radio], [type=checkbox], [type=hidden], [type=file]), textarea'
  for (const field of form.querySelectorAll<HTMLInputElement>(typed))
    if (field.value !== '' && !field.disabled) await user.clear(field)
}
