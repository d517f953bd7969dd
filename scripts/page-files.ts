import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { PageFiles } from '#server/html/files-of-pages.ts'

const web = fileURLToPath(new URL('../src/web/', import.meta.url))
const words = fileURLToPath(new URL('../src/i18n/', import.meta.url))
/** Layouts that come with their pages; the standard one is everywhere. */
const layouts: Record<string, string> = { wide: 'shell/layouts/WideLayout.tsx', bare: 'shell/layouts/BareLayout.tsx' }

type Route = { key: string; file: string; layout: string }

/** The page and the layout of each key, as the route table of the web says it. */
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
    ...[['', 'text', named.get('text')!], ...alone].map(([, key, file]) => ({
      key: key!,
      layout: 'standard',
      file: file!,
    })),
  ]
}

/**
 * Writes down which files each page and each language's words are made of, so that the server can name them in the page:
 * the browser then asks for all of them at once, and not for each when the one before it has run.
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
    // The first code asks for these by itself.
    const everywhere = withImports(chunkOf(`${web}main.tsx`))
    const filesOf = (modules: readonly string[]): string[] => {
      const found = modules.flatMap((module) => [...withImports(chunkOf(module))])
      return [...new Set(found)].filter((file) => !everywhere.has(file)).map((file) => `/${file}`)
    }
    const wordsOf = (language: string) => ({
      first: filesOf([`${words}${language}/first.ts`]),
      whole: filesOf([`${words}${language}/first.ts`, `${words}${language}/web.ts`]),
    })
    const routes = readRoutes(readFileSync(`${web}routes.tsx`, 'utf8'))
    const files: PageFiles = {
      pages: Object.fromEntries(
        routes.map(({ key, file, layout }) => [
          key,
          filesOf([file, ...(layouts[layout] === undefined ? [] : [layouts[layout]])].map((one) => web + one)),
        ]),
      ),
      words: { en: wordsOf('en'), fr: wordsOf('fr') },
    }
    this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source: JSON.stringify(files) })
  },
}
