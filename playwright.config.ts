import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  // A machine that others load may lose a race with the browser once; on one's own a failure is a failure.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  globalSetup: './test/e2e/server.ts',
  reporter: 'list',
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
    // Keeping one of every journey costs a third of their time.
    trace: 'on-first-retry',
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // What goes wrong is told the same way at every width.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: '**/errors.spec.ts',
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
