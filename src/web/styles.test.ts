import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accentGrounds, contrast } from '#contract/settings/colours.ts'

const css = readFileSync(join(import.meta.dirname, 'styles/theme.css'), 'utf8')

const colours = (block: string): Map<string, string> =>
  new Map(
    [...block.matchAll(/--color-([a-z0-9-]+):\s*(#[0-9a-f]{6,8});/g)].map(([, name = '', value = '']) => [name, value]),
  )

const between = (from: string, to: string): string => {
  const start = css.indexOf(from)
  return css.slice(start, css.indexOf(to, start))
}

const light = colours(between('@theme static', '--font-sans'))
const dark = new Map([...light, ...colours(between('@variant dark', "data-theme='light'"))])
const themes = { light, dark }

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

/** A colour with alpha, laid over an opaque one. */
const over = (top: string, alpha: number, ground: string): string => {
  const below = channels(ground)
  const mixed = channels(top).map((part, at) => Math.round((part * alpha + (below[at] ?? 0) * (1 - alpha)) * 255))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const grounds = ['paper', 'sunk', 'card']

/** Words on their ground: 4.5 to 1. */
const texts: [text: string, ground: string][] = [
  ...['ink', 'ink-2', 'ink-3', 'act', 'free', 'few', 'full', 'bad'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ['on-act', 'act'],
  ['on-act', 'act-press'],
  ['act', 'act-soft'],
  ['act-press', 'act-soft'],
  ['ink', 'act-soft'],
  ['ink-2', 'act-soft'],
  ['on-kerb', 'kerb'],
  ['free', 'free-soft'],
  ['ink', 'free-soft'],
  ['few', 'few-soft'],
  ['ink', 'few-soft'],
  ['full', 'full-soft'],
  ['ink', 'full-soft'],
  ['ink-2', 'full-soft'],
  ['bad', 'bad-soft'],
  ['ink', 'bad-soft'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-press'],
  ['paper', 'ink'],
  ['on-night', 'night'],
  ['on-night', 'night-2'],
  ['on-night-2', 'night'],
  ['on-night-2', 'night-2'],
  ['kerb', 'night'],
  ['qr', 'qr-paper'],
  ['plate-ink', 'plate'],
  ['plate-blue', 'plate'],
  ['plate-green', 'plate'],
  ['plate-red', 'plate'],
  ['on-plate', 'plate-blue'],
]

/** What a guard reads at arm's length, in the sun: 7 to 1. */
const verdicts: [text: string, ground: string][] = [
  ['on-go', 'go'],
  ['on-check', 'check'],
  ['on-stop', 'stop'],
  ['plate-ink', 'plate'],
]

/** Borders of controls, rings and marks against what they lie on: 3 to 1. */
const marks: [mark: string, ground: string][] = [
  ...['edge', 'focus', 'act', 'bad'].flatMap((mark) => grounds.map((ground): [string, string] => [mark, ground])),
  ['focus', 'act-soft'],
  ['act', 'act-soft'],
]

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const value = (name: string): string => {
    const found = themes[theme].get(name)
    if (!found) throw new Error(`no colour ${name}`)
    return found
  }

  test.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(verdicts)('%s can be read at a glance on %s', (text, ground) => {
    expect(contrast(value(text), value(ground))).toBeGreaterThanOrEqual(7)
  })

  test.each(marks)('%s can be made out on %s', (mark, ground) => {
    expect(contrast(value(mark), value(ground))).toBeGreaterThanOrEqual(3)
  })

  test('a hovered ghost button can still be read', () => {
    for (const ground of grounds)
      expect(contrast(value('ink'), over(value('ink'), 0.07, value(ground)))).toBeGreaterThanOrEqual(4.5)
  })
})

test('an accent of the settings is measured on the grounds of the pages', () => {
  expect(accentGrounds).toEqual({
    light: light.get('sunk'),
    dark: dark.get('card'),
    night: dark.get('on-act'),
  })
})

test('no component names a colour of its own', () => {
  const literal = /['"`\s[:,(](#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch)\()/i
  const palette =
    /\b(?:bg|text|border|fill|stroke|ring|outline)-(?:white|black|(?:gray|slate|zinc|red|green|blue|amber|yellow)-\d)/
  const guilty = globSync('**/*.tsx', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.tsx'))
    .filter((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      return literal.test(text) || palette.test(text)
    })
  expect(guilty).toEqual([])
})

test('every colour that is used has been given', () => {
  const sheets = globSync('{styles.css,styles/*.css,**/*.tsx}', { cwd: import.meta.dirname })
  const used = sheets.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/var\(--color-([a-z0-9-]+)\)/g)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(used.filter((name) => !light.has(name))).toEqual([])
})
