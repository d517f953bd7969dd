import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium.ts'

/** What Playwright itself switches off (playwright-core 1.65, chromiumSwitches.ts): a second list takes the place of the first. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** The address bar's own pages, which are loaded anew for every journey though nobody sees a bar: a tenth of the work. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/**
 * Debian's Chromium draws and puts together every page on the graphics card, which is software here: two thirds of what
 * drawing cost. The map's own WebGL stays.
 */
const plainDrawing = ['--disable-gpu-rasterization', '--disable-gpu-compositing']

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
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags, ...plainDrawing, `--disable-features=${[...offByPlaywright, ...addressBar].join(',')}`],
    },
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
