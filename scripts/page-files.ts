import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { PageFiles } from '#server/html/files-of-pages.ts'

const web = fileURLToPath(new URL('../src/web/', import.meta.url))
const catalogues = fileURLToPath(new URL('../src/i18n/', import.meta.url))
/** Layouts that load with their pages; the standard one is in the entry bundle. */
const layouts: Record<string, string> = { wide: 'shell/layouts/WideLayout.tsx', bare: 'shell/layouts/BareLayout.tsx' }

type Route = { key: string; file: string; layout: string }

/** The page file and the layout of each route key, read from the web’s route table. */
export function readRoutes(source: string): Route[] {
  const named = new Map(
    [...source.matchAll(/^const (\w+) = page\(\(\) => import\('#web\/([^']+)'\)\)/gm)].map(([, name, file]) => [
      name!,
      file!,
    ]),
  )
  const alone = source.matchAll(/^ {2}(\w+): page\(\(\) => import\('#web\/([^']+)'\)\)/gm)
  const entries = source.matchAll(
    /^ {2}(\w+): \{\s*layout: '(\w+)',[^}]*?Page: (?:(\w+) \}|(?:page|lazyWithPreload)\(\(\) => import\('#web\/([^']+)'\)\))/gm,
  )
  return [
    ...[...entries].map(([, key, layout, name, file]) => ({
      key: key!,
      layout: layout!,
      file: file ?? named.get(name!)!,
    })),
    ...[['', 'text', named.get('contentPage')!], ...alone].map(([, key, file]) => ({
      key: key!,
      layout: 'standard',
      file: file!,
    })),
  ]
}

/**
 * Records the files of each page and of each language’s catalogue, so that the server can preload them: the browser then
 * requests all of them in parallel, not one after the other.
 */
export const pageFiles: Plugin = {
  name: 'parkwell:page-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const withImports = (first: string, found = new Set<string>()): Set<string> => {
      const chunk = bundle[first]
      if (chunk?.type !== 'chunk' || found.has(first)) return found
      found.add(first)
      for (const imported of chunk.imports) withImports(imported, found)
      return found
    }
    const chunkOf = (module: string): string => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
      if (chunk === undefined) this.error(`in no file: ${module}`)
      return chunk.fileName
    }
    // The entry script already loads these.
    const everywhere = withImports(chunkOf(`${web}main.tsx`))
    const filesOf = (modules: readonly string[]): string[] => {
      const found = modules.flatMap((module) => [...withImports(chunkOf(module))])
      return [...new Set(found)].filter((file) => !everywhere.has(file)).map((file) => `/${file}`)
    }
    const catalogueFilesOf = (language: string) => ({
      first: filesOf([`${catalogues}${language}/first.ts`]),
      whole: filesOf([`${catalogues}${language}/first.ts`, `${catalogues}${language}/web.ts`]),
    })
    const routes = readRoutes(readFileSync(`${web}routes.tsx`, 'utf8'))
    const files: PageFiles = {
      pages: Object.fromEntries(
        routes.map(({ key, file, layout }) => [
          key,
          filesOf([file, ...(layouts[layout] === undefined ? [] : [layouts[layout]])].map((one) => web + one)),
        ]),
      ),
      words: { en: catalogueFilesOf('en'), fr: catalogueFilesOf('fr') },
    }
    this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source: JSON.stringify(files) })
  },
}
