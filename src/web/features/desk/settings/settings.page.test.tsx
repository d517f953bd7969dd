import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getSiteSettings } from '#contract/settings/desk.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { confirmPassword, labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startAdminWorld } from '#test/kits/pages/page-world.ts'
import { pageConfig, setPageConfig } from '#web/api/config.ts'
import { dismissToast, toasts } from '#web/ui/overlay/toast.ts'

const { settings, records } = en
const { fields } = records.settings

/** Sets a field to its default again once the test is done, so that other tests find what they expect. */
async function restoreLater(token: string, group: 'app' | 'company' | 'site', field: string): Promise<void> {
  onTestFinished(async () => {
    const { version } = await send<{ version: number }>(base, 'GET', `/api/v1/admin/settings/${group}`, { token })
    await send(base, 'POST', `/api/v1/admin/settings/${group}/restore`, { token, body: { field, version } })
  })
}

/**
 * Waits until the screen says that it has saved, and closes that message: the next save says the same, and a message that comes
 * once its test has ended would be taken for one of the next test.
 */
async function awaitSaved(): Promise<void> {
  await screen.findByText(settings.saved)
  act(() => {
    for (const { id, text } of toasts.get()) if (text === settings.saved) dismissToast(id)
  })
  await waitFor(() => expect(screen.queryByText(settings.saved)).toBeNull())
}

test('a setting is changed after the password, shows its source, and goes back to its default by one press', async () => {
  const token = await logIn(adminMember)
  await restoreLater(token, 'company', 'legal_name')
  const user = await openDesk('/desk/settings', token)
  await user.click(await screen.findByRole('link', { name: new RegExp(settings.groups.company.title) }))
  const field = await screen.findByLabelText(labelled(fields.legal_name))
  const save = screen.getByRole('button', { name: en.form.save })
  expect(save.getAttribute('aria-disabled') ?? save.getAttribute('disabled')).not.toBeNull()
  await setField(user, field, 'Garewell Ltd')
  await user.click(save)
  await confirmPassword(user, adminMember)
  await awaitSaved()
  const below = field.closest('div.grid, div')!.parentElement!
  await waitFor(() => expect(within(below).getByText(settings.sources.desk)).toBeTruthy())
  const earlier = within((await screen.findByRole('heading', { name: settings.earlier })).closest('section')!)
  expect(
    earlier.getByText(settings.change.replace('{{before}}', settings.not_set).replace('{{after}}', 'Garewell Ltd')),
  ).toBeTruthy()
  await user.click(within(below).getByRole('button', { name: settings.reset }))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
  expect(await screen.findByText(settings.restored)).toBeTruthy()
})

test('a wrong value is refused at its field, and nothing is stored', async () => {
  const token = await logIn(adminMember)
  const user = await openDesk('/desk/settings/company', token)
  await setField(user, await screen.findByLabelText(labelled(fields.us_ein)), '12')
  await user.click(screen.getByRole('button', { name: en.form.save }))
  expect((await screen.findAllByText(/format of this tax number/)).length).toBeGreaterThan(0)
  const { us_ein } = await send<{ us_ein: string | null }>(base, 'GET', '/api/v1/admin/settings/company', { token })
  expect(us_ein).toBeNull()
})

test('online payment is switched off after a question that names the countries, and gateways say so', async () => {
  // Meanwhile, drivers of other tests add money on the shared server.
  const { world, token } = await startAdminWorld()
  const user = await openDesk('/desk/settings/site', token)
  expect(await screen.findByText(settings.fixed.email_verification_text)).toBeTruthy()
  await user.click(await screen.findByLabelText(labelled(fields.online_payment)))
  await user.click(screen.getByRole('button', { name: en.form.save }))
  const { NG, CA, SN, US } = en.words.countries
  const name = settings.payments.switch_off.replace('{{countries}}', [NG, CA, SN, US].join(', '))
  const question = within(await screen.findByRole('dialog', { name }))
  await user.click(question.getByRole('button', { name: settings.payments.switch_off_now }))
  await awaitSaved()
  const { body } = await world.call(getSiteSettings, { token })
  expect(body.online_payment).toBe(false)
  // Drivers see it before they begin.
  const driver = await world.buildDriver({ country_code: 'CA' })
  await openPage('/wallet', { token: driver.token })
  expect(await screen.findByText(wordsOf.en.wallet.closed)).toBeTruthy()
  expect(screen.queryByRole('group', { name: wordsOf.en.wallet.quick })).toBeNull()
  await openDesk('/desk/settings/payments', token)
  expect((await screen.findAllByText(settings.payments.off)).length).toBe(5)
})

test('a default branch is chosen from those of its country, and the field is emptied again', async () => {
  const token = await logIn(adminMember)
  await restoreLater(token, 'site', 'branch_ca')
  interface Site {
    branch_ca: string | null
    branches_ca: { value: string; label: string }[]
  }
  const read = () => send<Site>(base, 'GET', '/api/v1/admin/settings/site', { token })
  const [branch] = (await read()).branches_ca
  const user = await openDesk('/desk/settings/site', token)
  const choice = await screen.findByLabelText(labelled(fields.branch_ca))
  await user.selectOptions(choice, branch!.label)
  await user.click(screen.getByRole('button', { name: en.form.save }))
  await confirmPassword(user, adminMember)
  await awaitSaved()
  expect((await read()).branch_ca).toBe(branch!.value)
  await user.selectOptions(choice, '')
  await user.click(screen.getByRole('button', { name: en.form.save }))
  await awaitSaved()
  expect((await read()).branch_ca).toBeNull()
})

test('a page of an earlier release than the oldest supported one says so, and one of this release does not', async () => {
  const token = await logIn(adminMember)
  await restoreLater(token, 'app', 'update_en')
  await restoreLater(token, 'app', 'oldest_version')
  const { running_version } = await send<{ running_version: string }>(base, 'GET', '/api/v1/admin/settings/app', {
    token,
  })
  const user = await openDesk('/desk/settings/app', token)
  expect(await screen.findByText(running_version)).toBeTruthy()
  await setField(user, await screen.findByLabelText(labelled(fields.oldest_version)), running_version)
  await setField(user, screen.getByLabelText(labelled(fields.update_en)), 'Please reload this page')
  await user.click(screen.getByRole('button', { name: en.form.save }))
  await confirmPassword(user, adminMember)
  await awaitSaved()
  // The device may have kept the page, so that it asks at once.
  const worker = { controller: { postMessage: () => undefined }, addEventListener: () => undefined }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
  const own = pageConfig
  onTestFinished(() => {
    setPageConfig(own)
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })
  setPageConfig({ ...own, version: '0.0.1' })
  await openPage('/about')
  const notice = within((await screen.findByText('Please reload this page')).closest('[role=alert]')!)
  expect(notice.getByRole('button', { name: wordsOf.en.app_update.reload })).toBeTruthy()
  setPageConfig({ ...own, version: running_version })
  const fetching = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetching.mockRestore())
  await openPage('/about')
  const answered = () => fetching.mock.calls.filter(([url]) => String(url).includes('/supported-release')).length
  await waitFor(() => expect(answered()).toBe(1))
  await Promise.all(fetching.mock.results.map(({ value }) => value as Promise<unknown>))
  expect(screen.queryByText('Please reload this page')).toBeNull()
})

test('a file is compared before it is taken', async () => {
  const token = await logIn(adminMember)
  await restoreLater(token, 'site', 'copyright')
  const user = await openDesk('/desk/settings', token)
  const choose = await screen.findByLabelText(settings.file.open, { selector: 'input' })
  const toFile = (text: string) => new File([text], 'settings.json', { type: 'application/json' })
  await user.upload(choose, toFile('nonsense'))
  expect(await screen.findByText(settings.file.unreadable)).toBeTruthy()
  // Each change in the words of its field.
  const compared = { site: { default_country: 'CA' }, sentences: { 'en.shell.nav.find': 'Find a space' } }
  await user.upload(choose, toFile(JSON.stringify({ settings: compared })))
  await confirmPassword(user, adminMember)
  const { US, CA } = en.words.countries
  expect(await screen.findByText(settings.change.replace('{{before}}', US).replace('{{after}}', CA))).toBeTruthy()
  expect(screen.getByText(/ · en\.shell\.nav\.find$/)).toBeTruthy()
  await user.upload(choose, toFile(JSON.stringify({ settings: { site: { copyright: '© Garewell' } } })))
  await user.click(await screen.findByRole('button', { name: settings.file.apply_one.replace('{{count}}', '1') }))
  await awaitSaved()
  const { copyright } = await send<{ copyright: string }>(base, 'GET', '/api/v1/admin/settings/site', { token })
  expect(copyright).toBe('© Garewell')
})

test('a channel of an event is switched off after the password, and what is about money shows no switch', async () => {
  const token = await logIn(adminMember)
  onTestFinished(async () => {
    const path = '/api/v1/admin/settings/notification'
    const { version } = await send<{ version: number }>(base, 'GET', path, { token })
    const body = { event: 'mentions', channel: 'site', is_on: true, version }
    await send(base, 'PATCH', path, { token, body })
  })
  const user = await openDesk('/desk/settings/notification', token)
  const { notification } = settings
  const nameOf = (event: keyof typeof notification.events, channel: keyof typeof notification.channels) =>
    notification.choice
      .replace('{{event}}', notification.events[event])
      .replace('{{channel}}', notification.channels[channel])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: nameOf('mentions', 'site') })
  expect(box.checked).toBe(true)
  await user.click(box)
  await confirmPassword(user, adminMember)
  await awaitSaved()
  await waitFor(() => expect(box.checked).toBe(false))
  expect(screen.queryByRole('checkbox', { name: nameOf('wallet', 'email') })).toBeNull()
  expect(screen.getAllByText(notification.reasons.money).length).toBeGreaterThan(5)
  const earlier = within((await screen.findByRole('heading', { name: settings.earlier })).closest('section')!)
  expect(earlier.getByText(nameOf('mentions', 'site'))).toBeTruthy()
})
