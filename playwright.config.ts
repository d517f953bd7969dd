import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium, plainDrawing } from './scripts/chromium.ts'
import { keepTemporaryFilesInMemory } from './scripts/memory-files.ts'

keepTemporaryFilesInMemory()

/** What Playwright itself disables (playwright-core 1.65, chromiumSwitches.ts); our list replaces Playwright's. */
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
/** The address bar's own pages, which are loaded for every journey: a tenth of the work. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

export default defineConfig({
  testDir: 'test/e2e',
  // Node reads TypeScript itself; Playwright's own reading took 15 s of a run.
  build: { external: ['**/*.ts'] },
  fullyParallel: true,
  // Twice the cores of a small machine: journeys wait in a fifth of their time.
  workers: 4,
  // On a loaded machine a page takes ten times as long as alone.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: './test/e2e/kit/server.ts',
  reporter: 'list',
  use: {
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags, ...plainDrawing, `--disable-features=${[...offByPlaywright, ...addressBar].join(',')}`],
    },
    // Recording every journey costs a third of their time.
    trace: 'off',
    serviceWorkers: 'block',
    // What moves is drawn again for each frame.
    reducedMotion: 'reduce',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
