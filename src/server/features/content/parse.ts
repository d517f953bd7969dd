import { parse as parseYaml } from 'yaml'
import {
  ContentIcon,
  ContentSlot,
  groupKinds,
  type ContentBlock,
  type ContentSection,
  type GroupItem,
} from '#contract/content.ts'
import { plainLine, renderMarkdown } from './markdown.ts'

/** A section that stands only where its condition holds. */
export type ParsedSection = ContentSection & { only: string | null }
export type Parsed = { head: unknown; sections: ParsedSection[] }

/** The head between its two lines, and the rest. */
export function splitFile(text: string): { head: string; body: string } {
  const [, head, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? []
  if (head === undefined || body === undefined) throw new Error('a text begins with its head between two lines of ---')
  return { head, body }
}

/** Puts values in the places of `{{name}}`; a name without a value is a mistake and throws. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{([\w.]+)\}\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {{${name}}}`)
    return String(value)
  })
}

export const namesIn = (text: string): string[] => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name!)

const fillDeep = (part: unknown, values: Readonly<Record<string, string | number>>): unknown => {
  if (typeof part === 'string') return fill(part, values)
  if (Array.isArray(part)) return part.map((one) => fillDeep(one, values))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, fillDeep(one, values)]))
}

/** A file as head and sections. `## Title {#id}` begins a section, `::: kind` a block of its own until `:::`. */
export function parseText(text: string, values: Readonly<Record<string, string | number>>): Parsed {
  const { head, body } = splitFile(text)
  const sections: ParsedSection[] = []
  const lines = fill(body, values).split('\n')
  let section: ParsedSection = { id: 'top', title: null, only: null, blocks: [] }
  let prose: string[] = []
  const endProse = () => {
    const html = renderMarkdown(prose.join('\n'))
    if (html !== '') section.blocks.push({ kind: 'text', html })
    prose = []
  }
  const endSection = () => {
    endProse()
    if (section.blocks.length > 0) sections.push(section)
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    const opened = /^::: *(\S.*)$/.exec(line)
    if (opened !== null) {
      endProse()
      const end = lines.indexOf(':::', at)
      if (end < 0) throw new Error(`"${line}" is not ended by a line of :::`)
      section.blocks.push(blockOf(opened[1]!, lines.slice(at + 1, end)))
      at = end
    } else if (line.startsWith('## ')) {
      endSection()
      const { title, attributes } = headingOf(line.slice(3))
      const { id = slugOf(title), only = null } = attributes
      section = { id, title: plainLine(title), only, blocks: [] }
    } else prose.push(line)
  }
  endSection()
  return { head: fillDeep(parseYaml(head), values), sections }
}

/** `Title {#id icon=clock to=/wallet}` */
function headingOf(text: string): { title: string; attributes: Partial<Record<string, string>> } {
  const [, title = '', told = ''] = /^(.*?)(?:\s*\{([^{}]*)\})?\s*$/.exec(text) ?? []
  return { title: title.trim(), attributes: attributesOf(told) }
}

const attributesOf = (told: string): Record<string, string> =>
  Object.fromEntries(
    told
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => (part.startsWith('#') ? ['id', part.slice(1)] : splitOnce(part))),
  )

const splitOnce = (part: string): [string, string] => {
  const at = part.indexOf('=')
  return at < 0 ? [part, 'yes'] : [part.slice(0, at), part.slice(at + 1)]
}

function blockOf(opened: string, lines: readonly string[]): ContentBlock {
  const [kind = '', name = '', ...rest] = opened.split(/\s+/)
  const group = groupKinds.find((one) => one === kind)
  if (group !== undefined) return { kind: group, items: itemsOf(lines) }
  const html = renderMarkdown(lines.join('\n'))
  if (kind === 'note' || kind === 'call') return { kind, html }
  if (kind === 'picture') return { kind, name, html }
  if (kind === 'slot') return { kind, name: ContentSlot.parse(name), options: attributesOf(rest.join(' ')) }
  throw new Error(`there is no block "${kind}"`)
}

/** Each `### Title {icon=…}` begins one. */
function itemsOf(lines: readonly string[]): GroupItem[] {
  const items: GroupItem[] = []
  const starts = lines.flatMap((line, at) => (line.startsWith('### ') ? [at] : []))
  for (const [index, at] of starts.entries()) {
    const { title, attributes } = headingOf(lines[at]!.slice(4))
    items.push({
      id: attributes['id'] ?? slugOf(title),
      title: plainLine(title),
      icon: attributes['icon'] === undefined ? null : ContentIcon.parse(attributes['icon']),
      to: attributes['to'] ?? null,
      html: renderMarkdown(lines.slice(at + 1, starts[index + 1] ?? lines.length).join('\n')),
    })
  }
  return items
}

export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** Words a minute that are read with a phone in the hand. */
const pace = 210

export const minutesToRead = (text: string): number =>
  Math.max(1, Math.round(splitFile(text).body.split(/\s+/).filter(Boolean).length / pace))
