import { parse as parseYaml, YAMLParseError } from 'yaml'
import {
  contentIcons,
  contentSlots,
  groupKinds,
  type ContentBlock,
  type ContentSection,
  type GroupItem,
} from '#contract/content/content.ts'
import { toSlug } from '#server/slugs.ts'
import { isSafeLink, splitMarkdown, type Located, type MarkdownItem, type MarkdownPart } from './markdown.ts'
import { refuse, TextError, type Report } from './mistakes.ts'

/** `only` names the condition under which the section is shown. */
export type ParsedSection = ContentSection & { only: string | null }
export type Values = Readonly<Record<string, string | number>>

/** What the parts of a text are and in which line they stand. `shape` says what both languages have in common. */
export interface Outline {
  sections: { id: string; line: number; only: string | null; shape: string[] }[]
  anchors: Located[]
  links: Located[]
  pictures: Located[]
  /** The kinds of its forms. */
  forms: Located[]
}
export interface ParsedText {
  head: unknown
  sections: ParsedSection[]
  outline: Outline
}

/** Splits a file into the YAML head between its two `---` lines and the body. Throws without a head. */
export function splitFile(text: string): { head: string; body: string; before: number } {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw new TextError({ code: 'no_head', line: 1, params: {} })
  return { head, body, before: head.split('\n').length + 2 }
}

/** Replaces each `{{name}}` that has a value. */
export const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{\{([^{}]*)\}\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : all,
  )

/** Returns the names that a text refers to by `{{name}}`, with their lines. */
export const namesIn = (text: string): Located[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name]) => ({ text: name!, line: index + 1 })),
    )

const fillDeep = (part: unknown, values: Values): unknown => {
  if (typeof part === 'string') return fill(part, values)
  if (Array.isArray(part)) return part.map((entry) => fillDeep(entry, values))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, fillDeep(value, values)]))
}

/**
 * Parses a file: `## Title {#id}` begins a section, `::: kind` … `:::` is a block. Reports unknown placeholders and
 * blocks; where `report` returns, they are left out. Throws without a head that can be read.
 */
export function parseText(text: string, values: Values, report: Report = refuse): ParsedText {
  const { head, body, before } = splitFile(text)
  for (const { text: name, line } of namesIn(text))
    if (!Object.hasOwn(values, name)) report('placeholder_unknown', line, { name })
  const { parts, links } = splitMarkdown(fill(body, values), report, before)
  const outline: Outline = { sections: [], anchors: [], links: [...links], pictures: [], forms: [] }
  const sections: ParsedSection[] = []
  let section: ParsedSection = { id: 'top', title: null, only: null, blocks: [] }
  let line = before + 1
  const endSection = () => {
    const { id, only, blocks } = section
    if (blocks.length === 0) return
    sections.push(section)
    outline.sections.push({ id, line, only, shape: blocks.map(toShape) })
    outline.anchors.push({ text: id, line })
  }
  for (const part of parts) {
    if (part.kind === 'text') {
      const html = part.render()
      if (html !== '') section.blocks.push({ kind: 'text', html })
    } else if (part.kind === 'block') {
      const block = toBlock(part, outline, report)
      if (block !== undefined) section.blocks.push(block)
    } else {
      endSection()
      const { title, attributes } = readHeading(part.text)
      const { id = toSlug(title), only = null } = attributes
      section = { id, title: toPlainText(title), only, blocks: [] }
      line = part.line
    }
  }
  endSection()
  outline.anchors.sort((a, b) => a.line - b.line)
  return { head: fillDeep(readHead(head), values), sections, outline }
}

/** The title in the head of a text; undefined where it cannot be read. */
export function readTitle(text: string, values: Values): string | undefined {
  try {
    const { title } = fillDeep(readHead(splitFile(text).head), values) as { title?: unknown }
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined
  }
}

/** Reads the YAML. Throws with the line of its first mistake. */
function readHead(head: string): unknown {
  try {
    return parseYaml(head)
  } catch (error) {
    const line = error instanceof YAMLParseError ? (error.linePos?.[0].line ?? 1) : 1
    throw new TextError({ code: 'head_unreadable', line: line + 1, params: {} })
  }
}

/** What both languages have in common. */
const toShape = (block: ContentBlock): string =>
  JSON.stringify(
    'items' in block
      ? [block.kind, block.items.map(({ icon, to }) => [icon, to])]
      : block.kind === 'slot'
        ? [block.kind, block.name, block.options]
        : [block.kind],
  )

/** `Title {#id icon=clock to=/wallet}` */
function readHeading(text: string): { title: string; attributes: Partial<Record<string, string>> } {
  const [, title = '', attributes = ''] = /^(.*?)(?:\s*\{([^{}]*)\})?\s*$/.exec(text) ?? []
  return { title: title.trim(), attributes: readAttributes(attributes) }
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => (part.startsWith('#') ? ['id', part.slice(1)] : splitOnce(part))),
  )

const splitOnce = (part: string): [string, string] => {
  const at = part.indexOf('=')
  return at < 0 ? [part, 'yes'] : [part.slice(0, at), part.slice(at + 1)]
}

type Block = Extract<MarkdownPart, { kind: 'block' }>

function toBlock(part: Block, outline: Outline, report: Report): ContentBlock | undefined {
  const { info, line } = part
  const [kind = '', name = '', ...rest] = info.split(/\s+/)
  const group = groupKinds.find((candidate) => candidate === kind)
  if (group !== undefined) return { kind: group, items: part.items().map((item) => toGroupItem(item, outline, report)) }
  if (kind === 'note' || kind === 'call') return { kind, html: part.render() }
  if (kind === 'picture') {
    outline.pictures.push({ text: name, line })
    return { kind, name, html: part.render() }
  }
  if (kind !== 'slot') {
    report('block_unknown', line, { block: kind })
    return undefined
  }
  const slot = contentSlots.find((slot) => slot === name)
  if (slot === undefined) {
    report('slot_unknown', line, { slot: name })
    return undefined
  }
  const options = readAttributes(rest.join(' '))
  if (slot === 'lead') outline.forms.push({ text: options['kind'] ?? '', line })
  return { kind, name: slot, options }
}

function toGroupItem({ heading, line, html }: MarkdownItem, outline: Outline, report: Report): GroupItem {
  const { title, attributes } = readHeading(heading)
  const { id = toSlug(title), icon: named, to = null } = attributes
  const icon = contentIcons.find((icon) => icon === named) ?? null
  if (named !== undefined && icon === null) report('icon_unknown', line, { icon: named })
  const isRefused = to !== null && !isSafeLink(to)
  if (isRefused) report('link_refused', line, { address: to })
  else if (to !== null) outline.links.push({ text: to, line })
  outline.anchors.push({ text: id, line })
  return { id, title: toPlainText(title), icon, to: isRefused ? null : to, html }
}

/** Returns a line without its Markdown marks. */
const toPlainText = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '')

/** Words read per minute on a phone. */
const readingPace = 210

/** Minutes to read the body of a file, at least 1. */
export const minutesToRead = (text: string): number =>
  Math.max(1, Math.round(splitFile(text).body.split(/\s+/).filter(Boolean).length / readingPace))
