import { parse as parseYaml } from 'yaml'
import {
  ContentIcon,
  ContentSlot,
  groupKinds,
  type ContentBlock,
  type ContentSection,
  type GroupItem,
} from '#contract/content.ts'
import { splitMarkdown, type MarkdownBlock } from './markdown.ts'

/** `only` names the condition under which the section is shown. */
export type ParsedSection = ContentSection & { only: string | null }
export type ParsedText = { head: unknown; sections: ParsedSection[] }

/** Splits a file into the YAML head between its two `---` lines and the body. Throws without a head. */
export function splitFile(text: string): { head: string; body: string } {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined)
    throw new Error('a text file begins with a YAML head between two lines of ---')
  return { head, body }
}

/** Replaces `{{name}}` by its value. Throws for a name without a value. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{([\w.]+)\}\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {{${name}}}`)
    return String(value)
  })
}

/** Returns the names that a text refers to by `{{name}}`. */
export const namesIn = (text: string): string[] => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name!)

const fillDeep = (part: unknown, values: Readonly<Record<string, string | number>>): unknown => {
  if (typeof part === 'string') return fill(part, values)
  if (Array.isArray(part)) return part.map((one) => fillDeep(one, values))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, fillDeep(one, values)]))
}

/**
 * Parses a file: `## Title {#id}` begins a section, `::: kind` … `:::` is a block. Throws for an unknown or unclosed
 * block.
 */
export function parseText(text: string, values: Readonly<Record<string, string | number>>): ParsedText {
  const { head, body } = splitFile(text)
  const sections: ParsedSection[] = []
  let section: ParsedSection = { id: 'top', title: null, only: null, blocks: [] }
  for (const part of splitMarkdown(fill(body, values))) {
    if (part.kind === 'text') {
      const html = part.render()
      if (html !== '') section.blocks.push({ kind: 'text', html })
    } else if (part.kind === 'block') section.blocks.push(toBlock(part.info, part))
    else {
      if (section.blocks.length > 0) sections.push(section)
      const { title, attributes } = readHeading(part.text)
      const { id = toSlug(title), only = null } = attributes
      section = { id, title: toPlainText(title), only, blocks: [] }
    }
  }
  if (section.blocks.length > 0) sections.push(section)
  return { head: fillDeep(parseYaml(head), values), sections }
}

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

function toBlock(info: string, block: MarkdownBlock): ContentBlock {
  const [kind = '', name = '', ...rest] = info.split(/\s+/)
  const group = groupKinds.find((one) => one === kind)
  if (group !== undefined) return { kind: group, items: block.items().map(toGroupItem) }
  const html = block.render()
  if (kind === 'note' || kind === 'call') return { kind, html }
  if (kind === 'picture') return { kind, name, html }
  if (kind === 'slot') return { kind, name: ContentSlot.parse(name), options: readAttributes(rest.join(' ')) }
  throw new Error(`there is no block "${kind}"`)
}

function toGroupItem({ heading, html }: { heading: string; html: string }): GroupItem {
  const { title, attributes } = readHeading(heading)
  return {
    id: attributes['id'] ?? toSlug(title),
    title: toPlainText(title),
    icon: attributes['icon'] === undefined ? null : ContentIcon.parse(attributes['icon']),
    to: attributes['to'] ?? null,
    html,
  }
}

/** Returns an anchor made of a heading: lower case, without accents, words joined by hyphens. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** Returns a line without its Markdown marks. */
const toPlainText = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, '')

/** Words read per minute on a phone. */
const readingPace = 210

/** Minutes to read the body of a file, at least 1. */
export const minutesToRead = (text: string): number =>
  Math.max(1, Math.round(splitFile(text).body.split(/\s+/).filter(Boolean).length / readingPace))
