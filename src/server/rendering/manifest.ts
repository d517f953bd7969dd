import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The part of Vite's `manifest.json` that is read here: the chunks of the build by their source file. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** What a page needs beside the entry and its styles, as addresses. */
export interface PageFiles {
  scripts: readonly string[]
  styles: readonly string[]
  /** What the page loads later and needs without a network. */
  offline: readonly string[]
}

/** The source modules of a page. */
interface PageModules {
  modules: readonly string[]
  offline_modules: readonly string[]
}

const built = fileURLToPath(new URL('../../../dist/web/.vite/manifest.json', import.meta.url))
const entry = 'index.html'
/** What the entry imports first. */
const start = 'src/web/start.tsx'

/** Returns a function that finds the files of source modules in the build; it finds none without a build. */
export function createFileFinder(): (page: PageModules) => PageFiles {
  if (!existsSync(built)) return () => ({ scripts: [], styles: [], offline: [] })
  const manifest = JSON.parse(readFileSync(built, 'utf8')) as Manifest
  const known = new Map<string, PageFiles>()
  const everywhere = listChunks(manifest, [entry])
  return (page) => {
    const key = [...page.modules, '', ...page.offline_modules].join()
    const files = known.get(key) ?? findFiles(manifest, page, everywhere)
    known.set(key, files)
    return files
  }
}

/** The chunks of these modules with all that they import. */
function listChunks(manifest: Manifest, keys: readonly string[], found = new Set<Chunk>()): Set<Chunk> {
  for (const key of keys) {
    const chunk = manifest[key]
    // A page that another page imports too has no entry of its own: its files are then found by its imports.
    if (chunk === undefined || found.has(chunk)) continue
    found.add(chunk)
    listChunks(manifest, chunk.imports ?? [], found)
  }
  return found
}

function findFiles(manifest: Manifest, page: PageModules, everywhere: ReadonlySet<Chunk>): PageFiles {
  const listNew = (modules: readonly string[], known: ReadonlySet<Chunk>) =>
    [...listChunks(manifest, modules)].filter((chunk) => !known.has(chunk))
  const chunks = listNew([start, ...page.modules], everywhere)
  const later = listNew(page.offline_modules, new Set([...everywhere, ...chunks]))
  const scripts = (of: readonly Chunk[]) => of.map(({ file }) => `/${file}`)
  const styles = (of: readonly Chunk[]) => [...new Set(of.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))]
  return { scripts: scripts(chunks), styles: styles(chunks), offline: [...scripts(later), ...styles(later)] }
}
