import { configDefaults, defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/memory-files.ts'
import { findFilesOutOfTurn } from './test/files-in-turn.ts'

keepTemporaryFilesInMemory()

const exclude = [...configDefaults.exclude, ...findFilesOutOfTurn()]

/**
 * Feature tests that also run on the embedded engine, where it could differ: constraints and deleting. All of them run on
 * the server; in one of four runs, the journeys use a product on the embedded engine, with its seeds, mails and index, and
 * page tests do where all is tried (`TEST_ROUNDS`). `npm test` runs one in five of them.
 */
const onBothEngines = [
  'src/server/features/privacy/erasure-traces.feature.test.ts',
  'src/server/features/demo/reset.feature.test.ts',
  'src/server/features/wallet/ledger/ledger.feature.test.ts',
  'src/server/features/documents/fees/find-fees.feature.test.ts',
  'src/server/features/search/live/first-photo.feature.test.ts',
]

/** How long a test may take, and waits for what it polls: on a loaded machine ten times as long as alone. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } }

const features = (name: string, engine: 'embedded' | 'server', include: string[], excluded: string[] = []) => ({
  test: {
    name,
    include,
    exclude: [...exclude, ...excluded],
    env: { TEST_ENGINE: engine, TZ: 'UTC' },
    setupFiles: ['test/kits/setup.ts'],
    ...patience,
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'build/*.test.ts', 'test/rules/*.test.ts'],
          exclude: [...exclude, '**/*.feature.test.ts', '**/*.race.test.ts', '**/*.page.test.tsx'],
          setupFiles: ['test/kits/setup.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'pages',
          include: ['src/web/**/*.page.test.tsx'],
          exclude,
          environment: './test/kits/pages/page-environment.ts',
          // The tests' own calls go to the simulated payment providers too.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          env: { TEST_ENGINE: 'server' },
          setupFiles: ['test/kits/setup.ts', 'test/kits/pages/page-setup.ts'],
          ...patience,
        },
      },
      features('embedded', 'embedded', onBothEngines, findFilesOutOfTurn({ 5: onBothEngines })),
      features('server', 'server', ['{src,test}/**/*.feature.test.ts', '{src,test}/**/*.race.test.ts']),
    ],
    // Files of one worker share their imports, which took nearly half of the run. Tests keep their state in their own
    // world, never in a module.
    isolate: false,
    // Once for all projects: a dump of the embedded database, and a PostgreSQL server with a template database.
    globalSetup: ['test/kits/global-setup.ts'],
    // Twice the cores of a small machine: tests wait for processes and providers in more than a quarter of their time.
    maxWorkers: 4,
    // Garbage is collected less often: it took a tenth of the work.
    execArgv: ['--max-semi-space-size=64'],
  },
})
