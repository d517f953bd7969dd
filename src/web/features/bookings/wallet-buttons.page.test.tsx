import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createWallets } from '#server/providers/wallets/create-wallets.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { buildAuthority, buildPassCertificate, buildServiceAccount } from '#test/kits/wallets/keys.ts'

const { bookings } = wordsOf.en
const apple = bookings.wallet.apple
const google = bookings.wallet.google

/** The settings of both wallets. */
function buildWalletSettings(): Record<string, string> {
  const authority = buildAuthority()
  const { key, certificate } = buildPassCertificate(authority)
  return {
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_PASS_KEY: key,
    APPLE_WWDR_CERTIFICATE: authority.certificate,
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_KEY: buildServiceAccount('https://oauth2.googleapis.com/token').file,
  }
}

const useDevice = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
afterEach(() => vi.restoreAllMocks())

/** Opens the page of a new booking, on a server with these settings. */
async function openBooking(settings: Record<string, string>): Promise<Awaited<ReturnType<typeof openPage>>> {
  const world = await startPageWorld({ settings, wallets: createWallets(readConfig(settings)) })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const { booking_code } = await buildPaidBooking(world, driver, await world.buildPark())
  const user = await openPage(`/booking-details/${booking_code}`, driver)
  await screen.findByRole('img', { name: bookings.pass.qr })
  return user
}
const namesShown = () => [apple, google].filter((name) => screen.queryByRole('button', { name }) !== null)

test('offers the wallet of a phone, and leads to the pass', async () => {
  useDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
  const user = await openBooking(buildWalletSettings())
  expect(namesShown()).toEqual([apple])
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await user.click(screen.getByRole('button', { name: apple }))
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  expect(left.mock.calls[0]![0]).toMatch(/\/api\/v1\/apple-wallet\/links\/[\w-]+$/)
})

test('offers none where the server has no keys', async () => {
  useDevice('Mozilla/5.0 (Linux; Android 16)')
  await openBooking({})
  expect(namesShown()).toEqual([])
})
