import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { desk } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { placeOrder, signInStaff } from '#test/e2e/shop/orders.ts'
import { base, goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { takePhoto } from '#test/kits/pages/photos.ts'
import { isInTurn } from '#test/kits/rounds.ts'

const { order_care, errors } = wordsOf.en
const words = order_care.messages

/** From now on, gives what does at once what the page does every ten seconds. */
function watchRefresh(): () => Promise<void> {
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  return () =>
    act(async () => {
      for (const [run, delay] of timers.mock.calls) if (delay === 10_000) (run as () => void)()
    })
}

test('a customer writes to the branch, reads its answer, and finds it among the notifications', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  const user = await openPage(`/order/${order.order_number}`, customer)
  await user.click(await screen.findByRole('button', { name: words.send }))
  expect(await screen.findByText(errors.fields.required)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Write to/ }), 'Is it ready?')
  await user.click(screen.getByRole('button', { name: words.send }))
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ }).value).toBe(''))
  expect(screen.getByText('Is it ready?')).toBeTruthy()
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/messages`, {
    token: await signInStaff(base),
    body: { text: 'In five minutes' },
  })
  await goTo('/notifications')
  const list = (await screen.findByRole('heading', { name: words.list })).closest('section')!
  expect(await within(list).findByText('1 unread')).toBeTruthy()
  await user.click(within(list).getByRole('link', { name: /In five minutes/ }))
  expect(await screen.findByText('Is it ready?')).toBeTruthy()
  expect(await screen.findByText('In five minutes')).toBeTruthy()
})

test.runIf(isInTurn('the branch reads', 3))(
  'the branch reads a message with a photo and answers with one, from a reply that was prepared',
  async () => {
    const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
    const order = await placeOrder(base, customer, 'good')
    const picture = await takePhoto()
    let user = await openPage(`/order/${order.order_number}`, customer)
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'I’m ten minutes late')
    await user.click(screen.getByRole('button', { name: words.add_photo }))
    await user.upload(await screen.findByLabelText(order_care.photo, { selector: 'input' }), picture)
    await screen.findByRole('img', { name: words.photo_alt })
    await user.click(screen.getByRole('button', { name: words.send }))
    await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ }).value).toBe(''))
    expect(screen.getByText('I’m ten minutes late')).toBeTruthy()
    expect(await screen.findByRole('img', { name: words.photo_alt })).toBeTruthy()

    const token = await signInStaff(base)
    const { items } = await send<{ items: { id: string }[] }>(
      base,
      'GET',
      `/api/v1/admin/messages?search=${order.order_number}`,
      { token },
    )
    expect(items).toHaveLength(1)
    const path = `/api/v1/admin/messages/${items[0]!.id}`
    const { branch_id } = await send<{ branch_id: string }>(base, 'GET', path, { token })
    const name = `No hurry ${order.order_number}`
    await send(base, 'POST', '/api/v1/admin/prepared-replies', {
      token,
      body: { branch_id, name, text: 'Take your time.', text_fr: 'Prenez votre temps.' },
    })
    const { messages } = desk.orders
    const { actions, done } = desk.records.messages
    user = await openPage(`/desk/messages?search=${order.order_number}`, { token })
    await user.click(await screen.findByRole('link', { name: order.order_number }))
    await user.click(await screen.findByRole('button', { name: actions.claim }))
    expect(await screen.findByText(done.claim)).toBeTruthy()
    expect((await screen.findAllByText('I’m ten minutes late')).length).toBeGreaterThan(0)
    expect(await screen.findByRole('img', { name: messages.photo })).toBeTruthy()
    const reply = await screen.findByLabelText<HTMLTextAreaElement>(new RegExp(`^${messages.reply}`))
    await user.click(screen.getByRole('button', { name }))
    expect(reply.value).toBe('Take your time.')
    await user.clear(reply)
    await user.type(reply, 'No problem')
    await user.click(screen.getByRole('button', { name: messages.add_photo }))
    await user.upload(await screen.findByLabelText(messages.photo_of_reply, { selector: 'input' }), picture)
    await waitFor(() => expect(screen.getAllByRole('img', { name: messages.photo })).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: messages.send }))
    expect(await screen.findByText(messages.sent)).toBeTruthy()
    expect((await screen.findAllByText('No problem')).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.getAllByRole('img', { name: messages.photo })).toHaveLength(2))
    await openPage(`/desk/online-orders/${order.order_number}?tab=messages`, { token })
    expect((await screen.findAllByText('No problem')).length).toBeGreaterThan(0)
    user = await openPage('/desk/messages', { token })
    await user.click(await screen.findByRole('link', { name: desk.lists.leads.title }))
    await waitFor(() => expect(location.pathname).toBe('/desk/leads'))
  },
)

test('an answer is on the page of an order within ten seconds', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  await send(base, 'POST', `/api/v1/orders/${order.id}/messages`, { token: customer.token, body: { text: 'Hello' } })
  const refresh = watchRefresh()
  await openPage(`/order/${order.order_number}`, customer)
  expect(await screen.findByText('Hello')).toBeTruthy()
  const token = await signInStaff(base)
  await send(base, 'POST', `/api/v1/admin/online-orders/${order.id}/messages`, { token, body: { text: 'No problem' } })
  await refresh()
  expect(await screen.findByText('No problem')).toBeTruthy()
})

test('a message that was sent stays when what was asked before it is answered after it', async () => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const order = await placeOrder(base, customer, 'good')
  const refresh = watchRefresh()
  const user = await openPage(`/order/${order.order_number}`, customer)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ })
  const real = globalThis.fetch
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await real(...request)
    const isRead = request[1]?.method === 'GET' && String(request[0]).endsWith('/messages')
    if (isRead) await new Promise<void>((go) => void held.push(go))
    return response
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await refresh()
  await waitFor(() => expect(held).toHaveLength(1))
  await user.type(field, 'Is it ready?')
  await user.click(screen.getByRole('button', { name: words.send }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(screen.getByText('Is it ready?')).toBeTruthy()
  held[0]!()
  // The page asks again only when it is done with that answer.
  await waitFor(async () => {
    await refresh()
    expect(held).toHaveLength(2)
  })
  expect(screen.getByText('Is it ready?')).toBeTruthy()
})
