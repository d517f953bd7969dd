import { itemColumns, stockColumn } from '#contract/catalogue/desk/item-changes.ts'
import { feeColumns } from '#contract/documents/desk/document-fee-table.ts'
import { languageRegister, languages } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { defaultSettings, setSettings } from '#contract/settings/settings.ts'
import { deskFiles } from '#i18n/desk-files.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { webFiles } from '#i18n/web-files.ts'
import { buildPseudoCatalogue, buildPseudoSentence, pseudoCode } from './pseudo-language.ts'

/** The generated language, as those of the product are. */
export const pseudoLanguage = pseudoCode as Language

/**
 * Adds the generated language to those of the product, as a line of the register and a folder would. Its dates and numbers
 * are those of Arabic, so that no month or day has a Latin letter. Returns a function that takes it away again.
 */
export function startPseudoLanguage(): () => void {
  const register = languageRegister as Record<string, object>
  register[pseudoCode] = {
    name: buildPseudoSentence('Pseudo'),
    intl: 'ar-u-nu-latn',
    at: buildPseudoSentence('at'),
    until: buildPseudoSentence('until'),
  }
  languages.push(pseudoLanguage)
  setSettings(() => ({ ...defaultSettings, languages: { ...defaultSettings.languages, [pseudoCode]: true } }))
  const delivered = [webFiles, deskFiles].map((files) => [files, { ...files }] as const)
  for (const [files, loaders] of delivered)
    for (const [name, load] of Object.entries(loaders))
      Object.assign(files, {
        [name]: async (language: string, file: 'web') =>
          language === pseudoCode ? addName(buildPseudoCatalogue(await load('en', file))) : load(language, file),
      })
  return () => {
    for (const [files, loaders] of delivered) Object.assign(files, loaders)
    languages.splice(languages.indexOf(pseudoLanguage), 1)
    Reflect.deleteProperty(register, pseudoCode)
    setSettings(() => defaultSettings)
  }
}

/** The name of the language where each folder has those of all, by the code: what staff read, and the fields of the settings. */
const addName = (catalogue: Catalogue): Catalogue =>
  [
    ['words', 'languages'],
    ['records', 'settings', 'fields'],
  ].reduce(addNameAt, catalogue)

function addNameAt(catalogue: Catalogue, [name, ...rest]: readonly string[]): Catalogue {
  if (name === undefined)
    return 'fr' in catalogue ? { ...catalogue, [pseudoCode]: buildPseudoSentence('Pseudo') } : catalogue
  const part = catalogue[name]
  return typeof part === 'object' ? { ...catalogue, [name]: addNameAt(part, rest) } : catalogue
}

/** What is written in the same letters in every language. */
const universal: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /^(NGN|CAD|XOF|USD|CA|US|F|CFA)$/, reason: 'currencies, by their codes and signs' },
  { pattern: /^(h|min|s|ms|km|m|cm|ft|mi|in|kWh?|kB|MB|GB|px|UTC|GMT)$/, reason: 'symbols of units' },
  { pattern: /^(OpenStreetMap|Google|Apple|Maps)$/, reason: 'names of maps' },
  { pattern: /^(Paystack|Stripe|Wave)$/, reason: 'names of payment providers' },
  {
    pattern: /^(BKTR|CANADA|GARDEN‑PARTY‑88|GARDEN|PARTY)$/,
    reason: 'a number plate and a code that are drawn as examples',
  },
  { pattern: /^(Ctrl|Alt|Esc)$/, reason: 'names of keys, as they stand on keyboards' },
  { pattern: /^(NG|SN)$/, reason: 'codes of countries' },
  { pattern: /^(English|Français|Parkwell)$/, reason: 'names: of languages in themselves, and of the product' },
  {
    pattern: /^(PDF|CSV|XLSX|JSON|QR|GPS|SMS|URL|PIN|VIN|ID|API|OK|Wi-Fi)$/,
    reason: 'names of formats and techniques',
  },
]

/** The columns of files that are imported, as sentences list them: each reader's files have the same. */
const columnLists = [feeColumns, [...itemColumns, stockColumn]].map((columns) => columns.join(', '))

const readable = ['aria-label', 'title', 'placeholder', 'alt'] as const

/** The texts of a page: what is shown, and what is read out. */
function listTexts(root: HTMLElement): string[] {
  const texts: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLElement) {
      for (const name of readable) texts.push(node.getAttribute(name) ?? '')
      continue
    }
    if (node.parentElement?.closest('script, style, template, code') === null) texts.push(node.textContent ?? '')
  }
  return texts
}

const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}’'-]+/u)

/**
 * Finds what a page shows that no catalogue has: words in Latin letters that the server has not answered either, and that are
 * not universal. `data` is all that it has answered.
 */
export function findForeignTexts(root: HTMLElement, data: string): string[] {
  const known = new Set(splitWords(data.replaceAll(/\\[nrt"]/g, ' ')))
  const isForeign = (word: string) =>
    /[A-Za-z]{2}/.test(word) && !known.has(word) && !universal.some(({ pattern }) => pattern.test(word))
  const withoutColumns = (text: string) => columnLists.reduce((rest, list) => rest.replace(list, ''), text)
  const foreign = listTexts(root).filter((text) => splitWords(withoutColumns(text)).some(isForeign))
  return [...new Set(foreign.map((text) => text.trim()))]
}
