import { cleanup } from '@testing-library/react'
import { onTestFinished } from 'vitest'
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
  })
  return world
}
