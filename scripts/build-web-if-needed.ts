import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyEarlierAssets } from './earlier-assets.ts'

/** The inputs of the web build; missing files are allowed. */
const SOURCES = [
  'src/web',
  'src/contract',
  'src/i18n',
  'index.html',
  'public',
  'build',
  'vite.config.ts',
  'package-lock.json',
]

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist/web')
const fingerprintFile = join(target, '.fingerprint')
/** Present once the files are compressed as small as possible. */
const compressedFile = join(target, '.compressed')
/** The test run compresses quickly: the best compression takes three times as long as the build. */
const isQuick = process.argv.includes('--quick')

const filesUnder = async (path: string): Promise<string[]> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const together = 100

/** A hash of the names and contents of all inputs except tests. */
const calculateFingerprint = async (): Promise<string> => {
  const found = await Promise.all(SOURCES.map((source) => filesUnder(join(root, source))))
  const files = found
    .flat()
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
  const hash = createHash('sha256')
  // A part at a time: many systems allow a process 1,024 open files.
  for (let first = 0; first < files.length; first += together) {
    const part = files.slice(first, first + together)
    const contents = await Promise.all(part.map((file) => readFile(file)))
    for (const [index, content] of contents.entries())
      hash.update(`${relative(root, part[index]!)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Builds into a temporary folder and swaps it in at the end, so that a partial build is never served. */
const build = async (expectedFingerprint: string) => {
  const fresh = join(root, `dist/web-${process.pid}`)
  // Vite uses an existing NODE_ENV, and React would be built for development.
  process.env.NODE_ENV = 'production'
  const [vite, { precompress }] = await Promise.all([import('vite'), import('./precompress.ts')])
  try {
    await vite.build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
    await vite.build({
      root,
      logLevel: 'warn',
      mode: 'service-worker',
      // Browsers take a worker for new when a byte of it has changed.
      define: { buildId: JSON.stringify(expectedFingerprint.slice(0, 16)) },
      build: { outDir: fresh },
    })
    const files = await precompress(fresh, isQuick ? 'quick' : 'best')
    await vite.build({
      root,
      logLevel: 'warn',
      build: { ssr: 'src/web/entry-server.tsx', outDir: join(fresh, '.rendering') },
    })
    await writeFile(join(fresh, '.fingerprint'), expectedFingerprint)
    if (!isQuick) await writeFile(join(fresh, '.compressed'), '')
    await copyEarlierAssets(target, fresh, new Date())
    await swapIn(fresh)
    return files
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Compresses the files of a quick build as small as possible. */
const compressAgain = async () => {
  const { precompress } = await import('./precompress.ts')
  const files = await precompress(target, 'best')
  await writeFile(compressedFile, '')
  return files
}

const swapIn = async (fresh: string) => {
  const old = `${target}-old-${process.pid}`
  await rename(target, old).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code !== 'ENOENT') throw problem
  })
  await rename(fresh, target)
  await rm(old, { recursive: true, force: true })
}

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(2)} s`
const fingerprint = await calculateFingerprint()
const builtFingerprint = await readFile(fingerprintFile, 'utf8').catch(() => '')
const isCompressed = isQuick || (await stat(compressedFile).catch(() => undefined)) !== undefined
if (builtFingerprint === fingerprint && isCompressed) console.log(`web: up to date (${seconds()})`)
else
  try {
    if (builtFingerprint === fingerprint) console.log(`web: ${await compressAgain()} files compressed (${seconds()})`)
    else console.log(`web: built, ${await build(fingerprint)} files compressed (${seconds()})`)
  } catch (problem) {
    console.error(`web: not built. ${problem instanceof Error ? problem.message : String(problem)}`)
    if (problem instanceof Error && 'code' in problem && problem.code === 'ERR_MODULE_NOT_FOUND')
      console.error('The build needs the development dependencies: npm ci --include=dev')
    process.exitCode = 1
  }
