import { execFileSync } from 'node:child_process'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { startProduct } from '#test/e2e/server.ts'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { option } from './lib.ts'

/** A phone as Lighthouse thinks of one: a processor four times slower than this, 150 ms to the server, 1.6 Mbit/s. */
export const throttling = {
  processor: option('processor', 4),
  latency: option('latency', 150),
  bytes_a_second: (1_638.4 * 1_000) / 8,
}

export type Phone = {
  address: string
  context: BrowserContext
  /** A new page, throttled from now on. */
  open(path: string): Promise<{ page: Page; session: CDPSession }>
  stop(): Promise<void>
}

/** The product, built and started on a database of its own, and a browser with a phone's screen. */
export async function startPhone(settings: Record<string, string> = {}): Promise<Phone> {
  execFileSync('node', ['scripts/build-web-if-needed.ts'], { stdio: 'inherit' })
  const product = await startProduct(settings)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
  })
  await context.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  return {
    address: product.address,
    context,
    open: async (path) => {
      const page = await context.newPage()
      await page.goto(product.address + path)
      const session = await context.newCDPSession(page)
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: throttling.latency,
        downloadThroughput: throttling.bytes_a_second,
        uploadThroughput: throttling.bytes_a_second,
      })
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttling.processor })
      return { page, session }
    },
    stop: async () => {
      await browser.close()
      await product.stop()
    },
  }
}
