import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { desk } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { book, buildDriver, send, type E2eDriver } from '#test/e2e/kit/drivers.ts'
import { completeOrder, newPhoto, placeOrder, signInStaff, type PlacedOrder } from '#test/e2e/shop/orders.ts'
import { completeForm } from '#test/kits/document-kit.ts'
import { findParksNow } from '#test/kits/pages/booking-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn, isInTurn } from '#test/kits/rounds.ts'

const { order_care: care, bookings, cart, common, documents, photo } = wordsOf.en
const { board, photos, messages } = desk.orders
const { reason } = desk.records.online_orders.fields

/** Photos stay in preparation until `release` is called; with `false` they turn out to be unreadable. */
async function holdPhotos() {
  const url = `data:image/jpeg;base64,${(await newPhoto()).toString('base64')}`
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(url)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  vi.stubGlobal('createImageBitmap', async () => {
    if (!(await promise)) throw new DOMException('The source image could not be decoded.')
    return { width: 1_600, height: 1_200, close() {} }
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  return resolve
}

const picture = () => new File([readFileSync('public/icon-512.png')], 'photo.png', { type: 'image/png' })

interface HeldUpload {
  path: RegExp
  /** Whether it arrives, once that is known. */
  arrives: Promise<boolean>
}

/** What the page sends: method and path with the body of each call that changes something. */
function watchRequests(held?: HeldUpload) {
  const sent: { call: string; body: unknown }[] = []
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), window.location.href)
    if (init?.method !== undefined && init.method !== 'GET')
      sent.push({
        call: `${init.method} ${pathname.replace(/^\/api\/v1/, '').replaceAll(/\/[\da-f-]{36}/g, '/…')}`,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      })
    if (held?.path.test(pathname) && init?.method === 'POST' && !(await held.arrives))
      throw new TypeError('Failed to fetch')
    return fetch.call(window, input, init)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return sent
}

const customer = () => buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })

async function newOrder(kind: 'food' | 'good' | 'service', order_type: 'takeaway' | 'delivery' = 'takeaway') {
  const driver = await customer()
  return { driver, order: await placeOrder(base, driver, kind, order_type) }
}

/** An order on its way to a bay. */
async function sendToBay(): Promise<PlacedOrder> {
  const { order } = await newOrder('food', 'delivery')
  const token = await signInStaff(base)
  const path = `/api/v1/admin/online-orders/${order.id}`
  await send(base, 'POST', `${path}/accept`, { token, body: {} })
  for (const step of ['ready', 'send']) await send(base, 'POST', `${path}/${step}`, { token })
  return order
}

async function bookNow(driver: E2eDriver): Promise<string> {
  return (await book(base, driver, (await findParksNow())[0]!)).booking_code
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const inDialog = async (name: string | RegExp) =>
  within(await screen.findByRole('dialog')).findByRole('button', { name })
const fileInput = async (label: string | RegExp) =>
  (await screen.findAllByLabelText<HTMLInputElement>(label)).find(({ type }) => type === 'file')!

interface Form {
  /** Opens the form and fills in everything but the photo. */
  open: () => Promise<{ user: UserEvent; label: string; press: () => Promise<HTMLElement> }>
  /** The call that names the photo, and the field that does. */
  call: string
  field?: string
}

const forms: Record<string, Form> = {
  'the message of a customer': {
    open: async () => {
      const { driver, order } = await newOrder('good')
      const user = await openPage(`/order/${order.order_number}`, driver)
      await user.click(await button(care.messages.add_photo))
      return { user, label: care.photo, press: () => button(care.messages.send) }
    },
    call: 'POST /orders/…/messages',
    field: 'photo_id',
  },
  'the report of a service': {
    open: async () => {
      const { driver, order } = await newOrder('service')
      await completeOrder(base, order)
      const user = await openPage(`/order/${order.order_number}`, driver)
      await user.click(await button(care.problems.open))
      await user.type(await screen.findByLabelText(new RegExp(`^${care.problems.text}`)), 'The wheels are still dirty')
      return { user, label: care.photo, press: () => inDialog(care.problems.send) }
    },
    call: 'POST /orders/…/problem',
    field: 'photo_id',
  },
  'the return of goods': {
    open: async () => {
      const { driver, order } = await newOrder('good')
      await completeOrder(base, order)
      const user = await openPage(`/order/${order.order_number}/return`, driver)
      const stepper = await screen.findByRole('group', { name: /^Quantity of/ })
      await user.click(within(stepper).getByRole('button', { name: cart.more }))
      await user.selectOptions(screen.getByRole('combobox', { name: /^Reason/ }), 'damaged')
      return { user, label: care.photo, press: () => button(care.returns.send) }
    },
    call: 'POST /orders/…/returns',
    field: 'photo_id',
  },
  'the reply of a branch': {
    open: async () => {
      const { order } = await newOrder('good')
      const token = await signInStaff(base)
      const user = await openPage(`/desk/online-orders/${order.order_number}?tab=messages`, { token })
      await user.click(await button(messages.add_photo))
      return { user, label: messages.photo_of_reply, press: () => button(messages.send) }
    },
    call: 'POST /admin/online-orders/…/messages',
    field: 'photo_id',
  },
  'a handover at the order board': {
    open: async () => {
      const order = await sendToBay()
      const user = await openPage('/desk/order-board', { token: await signInStaff(base) })
      const card = (await screen.findByText(order.order_number)).closest('article')!
      await user.click(within(card).getByRole('button', { name: board.steps.hand_over }))
      await user.click(await inDialog(photos.hand_over))
      await user.selectOptions(await screen.findByRole('combobox', { name: new RegExp(`^${reason}`) }), 'left_there')
      return { user, label: photos.handover, press: () => inDialog(board.steps.hand_over) }
    },
    call: 'POST /admin/online-orders/…/hand-over-with-photo',
    field: 'photo_id',
  },
  'a handover at the order': {
    open: async () => {
      const order = await sendToBay()
      const token = await signInStaff(base)
      const user = await openPage(`/desk/online-orders/${order.order_number}?tab=photos`, { token })
      await user.selectOptions(await screen.findByRole('combobox', { name: new RegExp(`^${reason}`) }), 'left_there')
      const findForm = () => screen.getByRole('combobox', { name: new RegExp(`^${reason}`) }).closest('form')!
      const press = async () => within(findForm()).getByRole('button', { name: photos.hand_over })
      return { user, label: photos.handover, press }
    },
    call: 'POST /admin/online-orders/…/hand-over-with-photo',
    field: 'photo_id',
  },
}

// Two in each run, in turn.
describe.each(inTurn(Object.entries(forms), 2)())('%s', (_name, { open, call, field }) => {
  test('waits for its photo, then carries it', async () => {
    const { user, label, press } = await open()
    const release = await holdPhotos()
    const sent = watchRequests()
    await user.upload(await fileInput(label), picture())
    await user.click(await press())
    expect((await press()).getAttribute('aria-busy')).toBe('true')
    expect(sent).toEqual([])
    release(true)
    await waitFor(() => expect(sent.map((entry) => entry.call)).toContain(call))
    const { body } = sent.find((candidate) => candidate.call === call)!
    expect(body).toHaveProperty(field!, expect.stringMatching(/^[\da-f-]{36}$/))
    const [upload] = sent
    expect((upload!.body as FormData).get('photo'), upload!.call).toBeInstanceOf(File)
  })

  test('is not sent with a photo that cannot be read, and says so', async () => {
    const { user, label, press } = await open()
    const release = await holdPhotos()
    const sent = watchRequests()
    await user.upload(await fileInput(label), picture())
    await user.click(await press())
    release(false)
    const sentence = await screen.findByText(photo.failed)
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-describedby')).toBe(sentence.id))
    expect((await press()).getAttribute('aria-busy')).toBeNull()
    await user.click(await press())
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: photo.remove }))
    expect(screen.queryByText(photo.failed)).toBeNull()
  })
})

test.runIf(isInTurn('the place of a car', 3))(
  'the place of a car waits for its photo, which stays on the device',
  async () => {
    const driver = await customer()
    const code = await bookNow(driver)
    const user = await openPage(`/booking-details/${code}`, driver)
    const release = await holdPhotos()
    await user.click(await button(bookings.action.find_car))
    await user.upload(await fileInput(bookings.car_location.photo), picture())
    await user.click(await inDialog(bookings.car_location.save))
    expect((await inDialog(bookings.car_location.save)).getAttribute('aria-busy')).toBe('true')
    expect(localStorage.getItem('spots_here')).toBeNull()
    release(true)
    await waitFor(() => expect(localStorage.getItem('spots_here')).toContain('data:image/jpeg'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test.runIf(isInTurn('cannot park', 3))(
  'the report that a driver cannot park waits for its photo, then carries it',
  async () => {
    const driver = await customer()
    const code = await bookNow(driver)
    const user = await openPage(`/booking-details/${code}`, driver)
    const release = await holdPhotos()
    await user.click(await button(bookings.action.cannot_park))
    await user.click(await screen.findByRole('radio', { name: bookings.cannot_park.reasons.blocked }))
    await user.upload(await fileInput(bookings.cannot_park.photo), picture())
    await user.click(await button(bookings.cannot_park.go_on))
    expect((await button(bookings.cannot_park.go_on)).getAttribute('aria-busy')).toBe('true')
    release(true)
    await user.click(await screen.findByRole('radio', { name: new RegExp(`^${bookings.cannot_park.money}`) }))
    await user.click(await button(new RegExp(`^${bookings.cannot_park.confirm_money.split('{{')[0]}`)))
    expect(await screen.findByText(bookings.cannot_park.photo_sent)).toBeTruthy()
    const booking = await send<object>(base, 'GET', `/api/v1/bookings/${code}`, driver)
    expect(booking).toMatchObject({ cannot_park: { has_photo: true } })
  },
)

describe.each([true, false])('an upload that arrives: %s', (arrives) => {
  test.runIf(isInTurn(`record ${arrives}`, 3))('a record waits for its picture', async () => {
    const mark = crypto.randomUUID().slice(0, 6)
    const { fields } = desk.records.item_categories
    const { columns } = desk.lists.item_categories
    const user = await openPage('/desk/item-categories/new', { token: await signInStaff(base) })
    await user.type(await screen.findByRole('textbox', { name: new RegExp(`^${escape(fields.name)}`) }), `Mats ${mark}`)
    await user.type(screen.getByRole('textbox', { name: new RegExp(`^${escape(fields.name_fr)}`) }), `Tapis ${mark}`)
    await user.type(screen.getByRole('textbox', { name: new RegExp(`^${columns.slug}`) }), `mats-${mark}`)
    await user.selectOptions(screen.getByLabelText(new RegExp(`^${columns.work_group}`)), 'counter')
    const { promise, resolve: release } = Promise.withResolvers<boolean>()
    const sent = watchRequests({ path: /\/admin\/pictures$/, arrives: promise })
    await user.upload(await fileInput(new RegExp(`^${columns.picture}`)), picture())
    await user.click(await button(desk.form.create))
    await waitFor(async () => expect((await button(desk.form.create)).getAttribute('aria-busy')).toBe('true'))
    release(arrives)
    if (arrives) {
      await screen.findByRole('heading', { level: 1, name: `Mats ${mark}` })
      const created = sent.find((candidate) => candidate.call === 'POST /admin/item-categories')
      expect(created?.body).toHaveProperty('picture', expect.stringContaining('/pictures/'))
    } else {
      expect((await screen.findAllByText(new RegExp(common.network_error))).length).toBeGreaterThan(0)
      expect(window.location.pathname).toBe('/desk/item-categories/new')
    }
  })

  test.runIf(isInTurn(`documents ${arrives}`, 3))('the step of a document form waits for its files', async () => {
    const { token } = await buildDriver(base, { country_code: 'NG', language: 'en' })
    const { number } = await send<{ number: string }>(base, 'POST', '/api/v1/documents', { token, body: completeForm })
    const user = await openPage(`/vehicle-docs-renewal?request=${number}&step=2`, { token, country: 'NG' })
    const { promise, resolve: release } = Promise.withResolvers<boolean>()
    watchRequests({ path: /\/documents\/[^/]+\/files$/, arrives: promise })
    await user.upload(await fileInput(documents.files.add), picture())
    await user.click(await button(documents.next))
    expect((await button(documents.next)).getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByRole('heading', { name: documents.steps.documents })).toBeNull()
    release(arrives)
    if (arrives) expect(await screen.findByRole('heading', { name: documents.steps.documents })).toBeTruthy()
    else {
      expect(await screen.findByText(`photo.png: ${common.network_error}`)).toBeTruthy()
      expect(screen.queryByRole('heading', { name: documents.steps.documents })).toBeNull()
    }
  })
})

const escape = (text: string) => text.replaceAll(/[()]/g, '\\$&')
