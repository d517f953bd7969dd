import type { Plugin } from 'vite'

/** Chunks that import each other may run before what they need: then the page stays white. The build stops instead. */
export const noChunkCycles: Plugin = {
  name: 'parkwell:no-chunk-cycles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const visit = (name: string, path: string[]) => {
      if (path.includes(name)) this.error(`chunks import each other: ${[...path, name].join(' → ')}`)
      const chunk = bundle[name]
      if (done.has(name) || chunk?.type !== 'chunk') return
      for (const imported of chunk.imports) visit(imported, [...path, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) visit(name, [])
  },
}

/** The files in the HTML compete with the first paint: React and the page wait until it is done (docs/decisions/0022). */
export const smallEntry: Plugin = {
  name: 'parkwell:small-entry',
  apply: 'build',
  generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find((value) => value.type === 'chunk' && value.isEntry)
    if (entry?.type !== 'chunk') return
    const size = [entry, ...entry.imports.map((name) => bundle[name])].reduce(
      (sum, entry) => sum + (entry?.type === 'chunk' ? entry.code.length : 0),
      0,
    )
    if (size > 8_000) this.error(`the entry imports ${size} characters: ${entry.imports.join(', ')}`)
  },
}

/** Schemas are for forms: no part of the home page must load them (docs/decisions/0018). */
export const homeWithoutSchemas: Plugin = {
  name: 'parkwell:home-without-schemas',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((value) => value.type === 'chunk')
    const visit = (name: string, path: string[]) => {
      const chunk = bundle[name]
      if (path.includes(name) || chunk?.type !== 'chunk') return
      if (chunk.moduleIds.some((id) => /node_modules[\\/]zod[\\/]/.test(id)))
        this.error(`the home page loads zod: ${[...path, name].join(' → ')}`)
      for (const imported of chunk.imports) visit(imported, [...path, name])
    }
    for (const chunk of chunks)
      if (chunk.moduleIds.some((id) => /(HomePage|LowerSections)\.tsx$/.test(id))) visit(chunk.fileName, [])
  },
}
