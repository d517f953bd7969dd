import { questionsFor } from '#contract/bookings/booking-questions.ts'
import { leadKinds } from '#contract/leads/leads.ts'
import { findPage } from '#contract/pages.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import { textLanguages, type TextLanguage } from '#contract/text-languages.ts'
import { checkHead, findFieldLine, type PageHead, type PostHead } from './heads.ts'
import type { Located } from './markdown.ts'
import { TextError, type Mistake, type Report } from './mistakes.ts'
import { namesIn, parseText, type Outline, type ParsedText, type Values } from './parse.ts'

type Anchors = Readonly<Partial<Record<string, readonly string[]>>>

/** The anchors that our pages link to, by text. */
const neededAnchors: Anchors = {
  help: Object.values(questionsFor).flat(),
  'install-app': ['ios', 'android'],
}

/** The anchors of parts that the web adds to a text. */
const addedAnchors: Anchors = { help: ['contact'] }

export type Texts = Record<TextLanguage, string>
export type TextMistake = Mistake & { language: TextLanguage }

/** A text as others see it; `head` is undefined where it is invalid. */
export type CheckedText = ParsedText & { checked: PageHead | PostHead | undefined; mistakes: Mistake[] }

/** What a text is checked against. */
export interface Surroundings {
  /** Of all texts, such as `about` and `posts/winter`. */
  names: readonly string[]
  values: Record<TextLanguage, Values>
  conditions: readonly string[]
  /** External hosts that texts may link to. */
  hosts: readonly string[]
  /** Whether we serve a file at a path. */
  hasFile: (path: string) => boolean
  /** The other texts; undefined for one that cannot be read. */
  find: (language: TextLanguage, name: string) => CheckedText | undefined
}

/** Parses one text and checks what concerns it alone. Undefined without a head that can be read; never throws. */
export function readForCheck(
  name: string,
  text: string,
  values: Values,
): { read: CheckedText | undefined; mistakes: Mistake[] } {
  const mistakes: Mistake[] = []
  const report: Report = (code, line, params = {}) => void mistakes.push({ code, line, params })
  try {
    const parsed = parseText(text, values, report)
    const checked = checkHead(name, parsed.head, text, report)
    return { read: { ...parsed, checked, mistakes }, mistakes }
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    return { read: undefined, mistakes: [...mistakes, error.mistake] }
  }
}

/** Returns everything that is wrong with a text in its two languages, in the order of its lines. */
export function checkTexts(name: string, texts: Texts, around: Surroundings): TextMistake[] {
  const found: TextMistake[] = []
  const read: Partial<Record<TextLanguage, CheckedText>> = {}
  const reportIn =
    (language: TextLanguage): Report =>
    (code, line, params = {}) =>
      void found.push({ language, code, line, params })
  for (const language of textLanguages) {
    const check = readForCheck(name, texts[language], around.values[language])
    found.push(...check.mistakes.map((mistake) => ({ ...mistake, language })))
    if (language === 'fr') checkSpaces(texts.fr, reportIn('fr'))
    if (check.read === undefined) continue
    read[language] = check.read
    checkAlone({ name, language, around, report: reportIn(language) }, check.read, texts[language])
  }
  comparePlaceholders(texts, reportIn)
  if (read.en !== undefined && read.fr !== undefined) {
    compareParts(read.en.outline, read.fr.outline, reportIn)
    compareLinks(read.en, read.fr, reportIn)
  }
  return found.toSorted((a, b) => a.language.localeCompare(b.language) || a.line - b.line)
}

/** A text that is checked by itself. */
interface Check {
  name: string
  language: TextLanguage
  around: Surroundings
  report: Report
}

function checkAlone(check: Check, { outline, checked }: CheckedText, text: string): void {
  const { name, language, around, report } = check
  const { sections, anchors, pictures, forms } = outline
  for (const { only, line } of sections)
    if (only !== null && !around.conditions.includes(only)) report('condition_unknown', line, { condition: only })
  for (const [index, { text: id, line }] of anchors.entries())
    if (anchors.findIndex((anchor) => anchor.text === id) < index) report('anchor_twice', line, { id })
  if (/^(posts|help)\//.test(name) && sections.length === 0) report('text_missing', text.split('\n').length)
  const kinds: readonly string[] = leadKinds
  for (const form of forms) if (!kinds.includes(form.text)) report('form_unknown', form.line, { form: form.text })
  const head = checked === undefined ? [] : [{ text: checked.picture, line: findFieldLine(text, 'picture') }]
  for (const picture of [...head, ...pictures])
    if (!['svg', 'png'].every((type) => around.hasFile(`/pictures/${picture.text}.${type}`)))
      report('picture_unknown', picture.line, { picture: picture.text })
  for (const link of linksOf({ outline, checked }, text)) checkLink(check, link, anchors)
  checkAddresses(text, outline, report)
  checkNeeded(check, anchors)
  for (const field of ['title', 'description'] as const)
    for (const other of around.names)
      if (checked !== undefined && other !== name && around.find(language, other)?.checked?.[field] === checked[field])
        report(`${field}_taken`, findFieldLine(text, field), { page: other })
}

/** All links of a text: of its body, its items and the buttons of its head. */
export function linksOf({ outline, checked }: Pick<CheckedText, 'outline' | 'checked'>, text = ''): Located[] {
  const actions = checked !== undefined && 'actions' in checked ? checked.actions : []
  const line = actions.length === 0 ? 1 : findFieldLine(text, 'actions')
  return [...actions.map(({ to }) => ({ text: to, line })), ...outline.links]
}

const isExternal = (href: string): boolean => href.startsWith('https://')

/** The text that an address of ours leads to, where it is one. */
export const nameOfText = (path: string): string => path.slice(1).replace(/^post\//, 'posts/')

function checkLink(
  { name, language, around, report }: Check,
  { text: href, line }: Located,
  anchors: readonly Located[],
): void {
  if (href.startsWith('mailto:')) return
  if (isExternal(href)) {
    const host = URL.canParse(href) ? new URL(href).host : href
    if (!isPartnerSite(href) && !around.hosts.includes(host)) report('host_unknown', line, { host })
    return
  }
  const [address = '', hash] = href.split('#')
  const path = address.split('?')[0]!
  if (path !== '' && (path.startsWith('/api/') || around.hasFile(path))) return
  const target = path === '' ? name : nameOfText(path)
  const isText = /^\/(post|marketplace|help)\//.test(path)
  if (path !== '' && (findPage(path) === undefined || (isText && !around.names.includes(target))))
    return report('link_broken', line, { address: href })
  if (hash === undefined || addedAnchors[target]?.includes(hash) === true) return
  const there = target === name ? anchors : (around.find(language, target)?.outline.anchors ?? [])
  if (!there.some(({ text }) => text === hash)) report('anchor_missing', line, { address: href })
}

/** The partner site is set in the desk. */
const isPartnerSite = (href: string): boolean => href.startsWith(partnerAddress())

/** Every address written in a text must be a link. */
function checkAddresses(text: string, { links }: Outline, report: Report): void {
  for (const [index, line] of text.split('\n').entries())
    for (const [address] of line.matchAll(/\bhttps?:\/\/[^\s)"'>]+/g))
      if (!links.some((link) => link.text === address)) report('address_no_link', index + 1, { address })
}

/** What other texts and our pages link to must stay. */
function checkNeeded({ name, language, around, report }: Check, anchors: readonly Located[]): void {
  const { names, find } = around
  const ids = new Set(anchors.map(({ text }) => text))
  const needed = new Map((neededAnchors[name] ?? []).map((id) => [id, '/']))
  for (const other of names) {
    const read = other === name ? undefined : find(language, other)
    for (const { text: href } of read === undefined ? [] : linksOf(read)) {
      const [path = '', hash] = href.split('#')
      if (hash !== undefined && path.startsWith('/') && nameOfText(path.split('?')[0]!) === name)
        needed.set(hash, `/${other}`)
    }
  }
  for (const [id, page] of needed) if (!ids.has(id)) report('anchor_needed', 1, { id, page })
}

type ReportIn = (language: TextLanguage) => Report

/** What stands more often in one language than in the other. */
function findSurplus<T extends { text: string }>(here: readonly T[], there: readonly T[]): T[] {
  const left = there.map(({ text }) => text)
  return here.filter(({ text }) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function compareBoth(
  of: Record<TextLanguage, readonly Located[]>,
  take: (language: TextLanguage, located: Located) => void,
): void {
  for (const entry of findSurplus(of.en, of.fr)) take('en', entry)
  for (const entry of findSurplus(of.fr, of.en)) take('fr', entry)
}

const comparePlaceholders = ({ en, fr }: Texts, reportIn: ReportIn): void =>
  compareBoth({ en: namesIn(en), fr: namesIn(fr) }, (language, { text: name, line }) =>
    reportIn(language)('placeholder_only_here', line, { name }),
  )

/** Links to other sites are the same in both languages. */
const compareLinks = (en: CheckedText, fr: CheckedText, reportIn: ReportIn): void => {
  const external = (read: CheckedText) => linksOf(read).filter(({ text }) => isExternal(text))
  compareBoth({ en: external(en), fr: external(fr) }, (language, { text: address, line }) =>
    reportIn(language)('link_only_here', line, { address }),
  )
}

/** Both languages have the same sections in the same order, each with the same parts. */
function compareParts(en: Outline, fr: Outline, reportIn: ReportIn): void {
  const ids = (outline: Outline) => outline.sections.map(({ id, line }) => ({ text: id, line }))
  compareBoth({ en: ids(en), fr: ids(fr) }, (language, { text: id, line }) =>
    reportIn(language)('section_only_here', line, { id }),
  )
  const [inEnglish, inFrench] = [en, fr].map(({ sections }, index) => {
    const other = [fr, en][index]!.sections
    return sections.filter(({ id }) => other.some((candidate) => candidate.id === id))
  }) as [Outline['sections'], Outline['sections']]
  const moved = inFrench.find(({ id }, index) => inEnglish[index]?.id !== id)
  if (moved !== undefined) reportIn('fr')('section_order', moved.line, { id: moved.id })
  for (const { id, line, shape, only } of inFrench) {
    const original = inEnglish.find((candidate) => candidate.id === id)!
    if (JSON.stringify([shape, only]) !== JSON.stringify([original.shape, original.only]))
      reportIn('fr')('parts_differ', line, { id, line_en: original.line })
  }
}

/** In French a no-break space stands before high punctuation. */
function checkSpaces(text: string, report: Report): void {
  for (const [index, line] of text.split('\n').entries())
    if (!line.startsWith(':::') && /\S [!?;:»](?=\s|$)|« /.test(line)) report('french_space', index + 1)
}
