import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseYaml } from 'yaml'
import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { readForCheck, type CheckedText, type Surroundings } from './check-texts.ts'
import { bookYearNames, conditionNames, thirdPartyNames } from './conditions.ts'
import { formatConstants } from './constants.ts'
import { figureNames } from './figures.ts'
import { listAllTextNames, type TextFile } from './files.ts'
import type { Values } from './parse.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folders = ['public', 'dist/web'].map((folder) => join(root, folder))

/** A path of ours, without a way out of the folder. */
const hasFile = (path: string): boolean =>
  !path.split('/').includes('..') && path.length > 1 && folders.some((folder) => existsSync(folder + path))

/** The external hosts that texts may link to, with what for. */
export const readHosts = (): Readonly<Record<string, string>> =>
  parseYaml(readFileSync(join(root, 'content/hosts.yaml'), 'utf8')) as Record<string, string>

const sampleValues = (language: Language): Values => ({
  ...formatConstants(language),
  ...Object.fromEntries([...thirdPartyNames, ...bookYearNames, ...figureNames].map((name) => [name, '1'])),
})
const samples = Object.fromEntries(languages.map((language) => [language, sampleValues(language)])) as Record<
  Language,
  Values
>

/** A value for each placeholder: with these, a text has all of its parts. */
export const samplesOf = (language: Language): Values => samples[language]

const checkedFiles = new WeakMap<TextFile, { read: CheckedText | undefined }>()

/** What a text is checked against, where `find` returns the texts that readers see. */
export function createSurroundings(find: (language: Language, name: string) => TextFile | undefined): Surroundings {
  return {
    names: listAllTextNames(),
    values: samples,
    conditions: conditionNames,
    hosts: Object.keys(readHosts()),
    hasFile,
    find: (language, name) => {
      const file = find(language, name)
      if (file === undefined) return undefined
      const known = checkedFiles.get(file) ?? { read: readForCheck(name, file.text, samples[language]).read }
      checkedFiles.set(file, known)
      return known.read
    },
  }
}
