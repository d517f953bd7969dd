import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse as parseYaml } from 'yaml'
import { findPage } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { textLanguages } from '#contract/text-languages.ts'
import { fieldError } from '#server/http/errors.ts'
import { readForCheck, type CheckedText, type Surroundings } from './check-texts.ts'
import { bookYearNames, conditionNames, thirdPartyNames } from './conditions.ts'
import { formatConstants } from './constants.ts'
import { figureNames } from './figures.ts'
import type { ShownTexts, TextFile } from './files.ts'
import type { Values } from './parse.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folders = ['public', 'dist/web'].map((folder) => join(root, folder))

/** A path of ours, without a way out of the folder. */
const hasFile = (path: string): boolean =>
  !path.split('/').includes('..') && path.length > 1 && folders.some((folder) => existsSync(folder + path))

/** The external hosts that texts may link to, with what for. */
export const readHosts = (): Readonly<Record<string, string>> =>
  parseYaml(readFileSync(join(root, 'content/hosts.yaml'), 'utf8')) as Record<string, string>

/** Throws 422 for a link that leads to no page of ours and to no host that texts may link to. */
export function requireLink(link: string): void {
  if (link.startsWith('/') && !link.startsWith('//') && findPage(link.split(/[?#]/)[0]!) !== undefined) return
  const url = URL.canParse(link) ? new URL(link) : undefined
  const isListed = url?.protocol === 'https:' && url.username === '' && Object.hasOwn(readHosts(), url.host)
  if (!isListed) throw fieldError('link', 'slider_link')
}

const sampleValues = (language: Language): Values => ({
  ...formatConstants(language),
  ...Object.fromEntries([...thirdPartyNames, ...bookYearNames, ...figureNames].map((name) => [name, '1'])),
})
const samples = Object.fromEntries(textLanguages.map((language) => [language, sampleValues(language)])) as Record<
  Language,
  Values
>

/** A value for each placeholder: with these, a text has all of its parts. */
export const samplesOf = (language: Language): Values => samples[language]

const checkedFiles = new WeakMap<TextFile, { read: CheckedText | undefined }>()

/** The drawings that texts may show, by name. */
export const listPictures = (): string[] => {
  const files = new Set(folders.flatMap((folder) => listFiles(join(folder, 'pictures'))))
  return [...files]
    .flatMap((file) => (file.endsWith('.svg') && files.has(toPng(file)) ? [file.slice(0, -4)] : []))
    .sort()
}
const toPng = (file: string): string => file.replace(/svg$/, 'png')
const listFiles = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** What a text is checked against: the texts that readers see. */
export function createSurroundings({ names, find }: ShownTexts): Surroundings {
  return {
    names,
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
