import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { pattern, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { codeFor, buildDriver } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { routes } from '#web/routes.tsx'

const words = wordsOf.en
const findDialog = async () => within(await screen.findByRole('dialog', { name: words.auth.login.title }))

const accountPages = routes.flatMap(({ key, account }) => {
  const path = pageRoutes.find((route) => route.key === key)?.path
  return account === true && path !== undefined ? [`${path.replaceAll(/:\w+/g, 'NOSUCH22')}?from=mail`] : []
})

test('sends visitors of every account page home, where a login leads back to it', async () => {
  expect(accountPages.length).toBeGreaterThan(5)
  for (const path of accountPages) {
    const user = await openPage(path)
    const dialog = await findDialog()
    expect(window.location.pathname, path).toBe('/')
    const register = dialog.getByRole('link', { name: words.auth.login.register })
    expect(register.getAttribute('href')).toContain(new URLSearchParams({ next: path }).toString())
    // The open dialog is state of a module, which the next page shares.
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
  }
})

test('logs in by a code at the same place as by a password, and opens the booking', async () => {
  const { email } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const user = await openPage('/booking-details/NOSUCH22')
  const dialog = await findDialog()
  await user.type(dialog.getByRole('textbox', { name: words.auth.email }), email)
  await user.click(dialog.getByRole('button', { name: words.auth.login.by_code }))
  const address = await dialog.findByRole<HTMLInputElement>('textbox', { name: words.auth.email })
  expect(address.value).toBe(email)
  await user.click(dialog.getByRole('button', { name: words.auth.login.submit }))
  expect(await dialog.findByLabelText(words.auth.password)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: words.auth.login.by_code }))
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: words.auth.email_login.send }))
  await user.type(await dialog.findByRole('textbox', { name: words.auth.code }), await codeFor(base, email))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/booking-details/NOSUCH22'))
  expect(localStorage.getItem('parkwell_user_token')).not.toBeNull()
})

test('asks for no login after a logout on an account page', async () => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/profile', driver)
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  const [menu] = await screen.findAllByRole('button', { name: pattern(words.shell.nav.account) })
  await user.click(menu!)
  await user.click(await screen.findByRole('menuitem', { name: words.shell.nav.logout }))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
