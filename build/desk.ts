import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { isDeskRecord } from '#contract/lists/records.ts'

/**
 * Values of the desk without the code that makes them. Lists and reports come without their calls, whose schemas the server
 * checks, and a list's sentences without those of records, which share their files: else the first list would wait for it all.
 */
export const deskAsData: Plugin = {
  name: 'parkwell:desk-as-data',
  apply: 'build',
  async load(id) {
    if (!/[\\/](contract[\\/]desk[\\/]screens|i18n[\\/][a-z]{2}[\\/]desk_(lists|rest))\.ts$/.test(id)) return undefined
    const parts = (await import(pathToFileURL(id).href)) as Record<string, unknown>
    const left = id.includes('i18n') ? [] : ['endpoint', 'totals', 'menu']
    const withoutCalls = (key: string, value: unknown) => (left.includes(key) ? undefined : value)
    return Object.entries(parts)
      .map(([name, part]) => `export const ${name} = ${JSON.stringify(part, withoutCalls)}`)
      .join('\n')
  },
}

/** The records of the desk, imported one by one: with the whole files of the register, every call of the desk would come too. */
export const deskRecordsByName: Plugin = {
  name: 'parkwell:desk-records-by-name',
  apply: 'build',
  async load(id) {
    if (!/[\\/]contract[\\/]desk[\\/]records\.ts$/.test(id)) return undefined
    const register = id.replace(/records\.ts$/, 'register.ts')
    const text = await readFile(register, 'utf8')
    const code: string[] = []
    const entries: string[] = []
    for (const [, specifier] of text.matchAll(/^import \* as \w+ from '(.+)'$/gm)) {
      const file = (await this.resolve(specifier!, register))!.id
      const parts = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      for (const [name, part] of Object.entries(parts)) {
        if (!isDeskRecord(part)) continue
        code.push(`import { ${name} as record${entries.length} } from ${JSON.stringify(file)}`)
        entries.push(`${JSON.stringify(part.list.name)}: record${entries.length}`)
      }
    }
    return [...code, `export const deskRecords = { ${entries.join(', ')} }`].join('\n')
  },
}
