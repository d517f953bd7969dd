import { cleanup } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { defaultSettings, setSettings } from '#contract/settings/settings.ts'
import { createWalletWorld, type WalletWorld } from '../wallet-kit.ts'

/**
 * A server of the test's own, for pages whose clock, rows or settings it sets; the other page tests share one server. Its
 * database has no car parks. Ends with the test.
 */
export async function startPageWorld(options: Parameters<typeof createWalletWorld>[0] = {}): Promise<WalletWorld> {
  const world = await createWalletWorld(options)
  world.clock.now = new Date()
  world.deps.publicUrl = () => world.url
  window.happyDOM.setURL(world.url)
  onTestFinished(async () => {
    cleanup()
    await world.close()
    // The server made this process use the settings of its database; pages of the shared server have the default ones here.
    setSettings(() => defaultSettings)
  })
  return world
}

/** As `startPageWorld`, with the token of an admin who has just confirmed the password: for settings that hold for everybody. */
export async function startAdminWorld(): Promise<{ world: WalletWorld; token: string }> {
  const world = await startPageWorld()
  const { user_id, token } = await world.buildDriver({ role: 'admin' })
  const { now } = world.clock
  await world.db.updateTable('sessions').set({ confirmed_at: now }).where('user_id', '=', user_id).execute()
  return { world, token }
}
