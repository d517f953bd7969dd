import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Where nothing depends on the engine (no lock, no plan, no clock of the database, no type but plain ones): on the server
 * alone. The embedded engine has all of it in the journeys, whose product runs on it.
 */
const onServerAlone = [
  'test/{contract,first-answers,html}.feature.test.ts',
  'src/server/features/content/*.feature.test.ts',
  'src/server/features/accounts/{dev-mail,hostile,limits,login,mail-wishes,social,staff}.feature.test.ts',
]

const features = (name: string, engine: 'embedded' | 'server', include: string[], without: string[] = []) => ({
  test: {
    name,
    include,
    exclude: [...configDefaults.exclude, ...without],
    env: { TEST_ENGINE: engine, TZ: 'UTC' },

    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.feature.test.ts', '**/*.race.test.ts'],
          setupFiles: ['test/setup.ts'],
          // Thousands of generated cases, on a machine that others may use.
          testTimeout: 30_000,
        },
      },
      features('embedded', 'embedded', ['{src,test}/**/*.feature.test.ts'], onServerAlone),
      features('server', 'server', ['{src,test}/**/*.feature.test.ts', '{src,test}/**/*.race.test.ts']),
    ],
    // Files of a worker share what they import: nearly half of the run was importing it anew for each of them. What a test
    // leaves behind is in its own world, never in a module.
    isolate: false,
    // One for all projects: a dump of the embedded database and a PostgreSQL server with a template.
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    // As in playwright.config.ts: a machine that others load may lose a race once; on one's own a failure is a failure.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
