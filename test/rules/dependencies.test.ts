import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as Package

/** What runs in production: the server and what it loads. The web is built before, or at the first start. */
const runtimeFiles = globSync('src/{server,contract,i18n,simulators}/**/*.ts').filter(
  // The last makes entries for tests.
  (file) => !file.endsWith('.test.ts') && !file.endsWith('/generated-entries.ts'),
)

/** The packages that a file names, without types alone. */
function listPackages(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^]*?from '.*'$/gm, '')
  const names = text.matchAll(/(?:\bfrom |\bimport |\bimport\(|\bload\()'(@[\w-]+\/[\w.-]+|[a-z][\w.-]*)(?:\/[^']*)?'/g)
  return [...names].map(([, name]) => name!)
}

const used = new Set(runtimeFiles.flatMap(listPackages))

test('what the server loads is a dependency', () => {
  expect(used.size).toBeGreaterThan(30)
  expect([...used].filter((name) => !(name in dependencies))).toEqual([])
})

test('what only the browser, the build or the tests need is a development dependency', () => {
  expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([])
})

test('every version is pinned, save the runtime, which follows Node 24', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const loose = versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(loose.filter(([name, version]) => version !== '^24' && name !== 'client-generator')).toEqual([])
})
