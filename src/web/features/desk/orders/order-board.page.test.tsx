import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { inTurn, isInTurn } from '#test/kits/rounds.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { toasts } from '#web/ui/overlay/toast.ts'

const { board: words } = en.orders

/** A branch that prints tickets, with a person who works there, and what the browser prints. */
async function startBoard({ prints_tickets = true, shows_order_number = true } = {}) {
  const world = await startPageWorld()
  const admin = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, admin.token)
  await world.db
    .updateTable('branch_setup')
    .set({ prints_tickets, shows_order_number })
    .where('branch_id', '=', branch.id)
    .execute()
  const item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  const customer = await world.buildDriver({ balance_minor: 1_000_000n })
  const { token, user_id } = await world.buildDriver()
  await giveRole(world.db, { user_id, role: 'employee', branch_id: branch.id })
  const printed: string[][] = []
  const papers = () => [...document.querySelectorAll('[data-print-alone] section')].map((entry) => entry.textContent)
  vi.stubGlobal('print', () => printed.push(papers()))
  onTestFinished(() => void vi.unstubAllGlobals())
  const place = (name: string) => buildOrder(world, customer, branch, { lines: [{ item_id, name }] })
  return { token, place, printed, open: () => openPage('/desk/order-board', { token }) }
}

/** The card of an order; its ticket, which stays in the document until it is printed, says the same. */
const findCard = async (name: string) =>
  (await screen.findByText(`1 × ${name}`, { selector: '[data-order] *' })).closest('article')!
const findSwitch = () => screen.findByRole('checkbox', { name: new RegExp(words.print) })

test('prints the ticket of each order once, from the moment that the device is told to', async () => {
  const { token, open, place, printed } = await startBoard()
  for (const name of ['Early bun', 'Tea', 'Cake']) await place(name)
  // The bell and every title count them; the sound is muted for the bell and the board alike.
  let user = await openPage('/desk/notices', { token })
  const waiting = en.notices.orders_other.replace('{{count}}', '3')
  await waitFor(() => expect(screen.getAllByRole('link', { name: waiting })).toHaveLength(2))
  await waitFor(() => expect(document.title).toMatch(/^\(3\) /))
  await user.click(screen.getByRole('button', { name: en.notices.sound_on }))
  expect(await screen.findByRole('button', { name: en.notices.sound_off })).toBeTruthy()
  user = await open()
  await user.click(await screen.findByRole('button', { name: words.sound_off }))
  expect(await screen.findByRole('button', { name: words.sound_on })).toBeTruthy()
  const accept = async (name: string) => {
    const card = await findCard(name)
    await user.click(within(card).getByRole('button', { name: words.steps.accept }))
    await waitFor(async () => {
      const shown = toasts.get().map(({ text }) => text)
      expect((await findCard(name)).textContent, `${name}: ${shown.join()}`).not.toContain(words.steps.accept)
    })
  }
  await accept('Early bun')
  await user.click(await findSwitch())
  expect(await screen.findByText(words.print_on)).toBeTruthy()
  await accept('Tea')
  await waitFor(() => expect(printed).toEqual([[expect.stringContaining('1 × Tea')]]))
  await accept('Cake')
  await waitFor(() => expect(printed.slice(1)).toEqual([[expect.stringContaining('1 × Cake')]]))
  // The device remembers it.
  cleanup()
  await open()
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(words.print) })).checked).toBe(true)
  await place('Pie')
  cleanup()
  const again = await open()
  await again.click(within(await findCard('Pie')).getByRole('button', { name: words.steps.accept }))
  await waitFor(() => expect(printed.slice(2)).toEqual([[expect.stringContaining('1 × Pie')]]))
})

test.runIf(isInTurn('prints nothing any more', 3))('prints nothing any more once the switch is off', async () => {
  const { open, place, printed } = await startBoard()
  await place('Tea')
  const user = await open()
  await user.click(await findSwitch())
  await screen.findByText(words.print_on)
  await user.click(await findSwitch())
  await screen.findByText(words.print_off)
  const card = await findCard('Tea')
  await user.click(within(card).getByRole('button', { name: words.steps.accept }))
  await waitFor(async () => expect((await findCard('Tea')).textContent).not.toContain(words.steps.accept))
  expect(printed).toEqual([])
})

test.runIf(isInTurn('offers no printing', 3))('offers no printing where the branch prints no tickets', async () => {
  const { open, place } = await startBoard({ prints_tickets: false })
  await place('Tea')
  await open()
  await findCard('Tea')
  expect(screen.queryByRole('checkbox', { name: new RegExp(words.print) })).toBeNull()
})

test.each(inTurn([true, false], 1)())('shows order numbers where the branch wishes: %s', async (shows_order_number) => {
  const { open, place } = await startBoard({ shows_order_number })
  await place('Tea')
  await open()
  const link = within(await findCard('Tea')).getByRole('link')
  expect(link.textContent === words.more).toBe(!shows_order_number)
  expect(link.getAttribute('href')).toContain(shows_order_number ? link.textContent : '/desk/online-orders/')
})

test('an order, its receipt and its tickets are at one address each under orders', async () => {
  const world = await startPageWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  const branch = await buildBranch(world, token)
  const item_id = await buildItem(world, { slug: 'tea', prices: { CAD: 1_000n } })
  const customer = await world.buildDriver({ balance_minor: 100_000n })
  const { order_number } = await buildOrder(world, customer, branch, { lines: [{ item_id, name: 'Tea' }] })
  for (const [part, path] of [
    ['', `/desk/online-orders/${order_number}`],
    ['/receipt', `/desk/order-receipts/${order_number}`],
    ['/tickets', `/desk/order-tickets/${order_number}`],
  ] as const) {
    await openPage(`/desk/orders/${order_number}${part}`, { token })
    await waitFor(() => expect(location.pathname).toBe(path))
    expect((await screen.findAllByText(new RegExp(order_number))).length).toBeGreaterThan(0)
  }
  await openPage(`/desk/orders/${order_number}/nothing`, { token })
  expect(await screen.findByRole('heading', { name: '404 Page Not Found!' })).toBeTruthy()
})
