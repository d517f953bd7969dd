import { execFileSync } from 'node:child_process'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { startProduct } from '#test/e2e/kit/server.ts'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { option } from './lib.ts'

/** Lighthouse's slow phone: a processor four times slower than this machine's, 150 ms latency, 1.6 Mbit/s. */
export const throttling = {
  processor: option('processor', 4),
  latency: option('latency', 150),
  bytes_a_second: (1_638.4 * 1_000) / 8,
}

interface Opened {
  page: Page
  session: CDPSession
  close(): Promise<void>
}

export interface Phone {
  address: string
  /** Opens a page in a new browser context: `prepare` runs first, throttling starts after the page has loaded. */
  open(path: string, given?: { width?: number; prepare?: (context: BrowserContext) => Promise<void> }): Promise<Opened>
  stop(): Promise<void>
}

/** Builds the web app and starts a server with a database of its own, and a browser. */
export async function startPhone(): Promise<Phone> {
  execFileSync('node', ['scripts/build-web-if-needed.ts'], { stdio: 'inherit' })
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  return {
    address: product.address,
    open: async (path, { width = 412, prepare } = {}) => {
      const isMobile = width < 600
      const context = await browser.newContext({
        viewport: { width, height: isMobile ? 823 : 900 },
        deviceScaleFactor: isMobile ? 1.75 : 1,
        isMobile,
        hasTouch: isMobile,
        locale: 'en-CA',
        timezoneId: 'America/Toronto',
      })
      await context.addInitScript(() =>
        localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
      )
      await context.addCookies([{ name: 'country', value: 'CA', url: product.address }])
      await prepare?.(context)
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
      return { page, session, close: () => context.close() }
    },
    stop: async () => {
      await browser.close()
      await product.stop()
    },
  }
}
