/**
 * Makes one folder that runs in production, `dist/release/parkwell-VERSION`: what `release-parts.ts` lists, with production
 * packages. `npm run release [-- FOLDER]`. Prints its size.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import {
  commands,
  isForDevelopers,
  isShipped,
  left_out,
  packageOfRelease,
  runtimes,
  shipped,
  sizeOf,
  type Package,
} from './release-parts.ts'

const most_bytes = 250_000_000
const root = join(import.meta.dirname, '..')
const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
const target = resolve(process.argv[2] ?? join(root, 'dist/release', `${source.name}-${source.version}`))

execFileSync(process.execPath, [join(root, 'scripts/build-web-if-needed.ts')], { cwd: root, stdio: 'inherit' })
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const path of [...shipped, ...commands.map((name) => `scripts/${name}.ts`)])
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (file) => isShipped(relative(root, file)),
  })

// Files of earlier builds on this machine, which no release has served.
const web = join(target, 'dist/web')
for (const name of Object.keys(JSON.parse(readFileSync(join(web, '.earlier.json'), 'utf8')) as object))
  rmSync(join(web, 'assets', name), { recursive: true })
for (const ending of ['', '.br', '.gz']) rmSync(join(web, `.earlier.json${ending}`), { force: true })

// The lock file belongs to the whole package.json: npm takes the production part of it.
for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(target, file))
execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
  cwd: target,
  stdio: 'inherit',
})
// npm installs the packages of a linked development package, though it leaves out the link.
rmSync(join(target, 'test'), { recursive: true, force: true })
for (const name of left_out) rmSync(join(target, 'node_modules', name), { recursive: true, force: true })
for (const entry of readdirSync(join(target, 'node_modules'), { recursive: true, withFileTypes: true }))
  if (entry.isFile() && isForDevelopers(entry.name)) rmSync(join(entry.parentPath, entry.name))
rmSync(join(target, 'package-lock.json'))
writeFileSync(join(target, 'package.json'), `${JSON.stringify(packageOfRelease(source), undefined, 2)}\n`)

const node = runtimes
  .map((name) => join(target, 'node_modules', name))
  .filter((folder) => existsSync(folder))
  .reduce((sum, folder) => sum + sizeOf(folder), 0)
const size = sizeOf(target) - node
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
console.info(`${target}: ${megabytes(size)}, and Node ${megabytes(node)}`)
if (size > most_bytes) throw new Error(`A release has at most ${megabytes(most_bytes)} without Node.`)
