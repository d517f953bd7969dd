import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { settings } from '#contract/settings/settings.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { type InstallPrompt, watchInstallPrompt } from '#web/page/installPrompt.ts'

afterEach(() => window.dispatchEvent(new Event('appinstalled')))

test('explains installing, and offers it where the browser does', async () => {
  watchInstallPrompt()
  const user = await openPage('/install-app')
  for (const name of ['iPhone and iPad', 'Android']) expect(await screen.findByRole('heading', { name })).toBeTruthy()
  const name = wordsOf.en.content_pages.install.replace('{{brand}}', settings().company.name)
  expect(screen.queryByRole('button', { name })).toBeNull()
  const prompt = vi.fn(async () => undefined)
  window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }) as InstallPrompt)
  await user.click(await screen.findByRole('button', { name }))
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name })).toBeNull()
})
