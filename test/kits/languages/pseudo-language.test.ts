import { expect, test } from 'vitest'
import { web } from '#i18n/en/web.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { buildPseudoCatalogue, buildPseudoSentence } from './pseudo-language.ts'

const holes = (text: string) => text.match(/\{\{\s*\w+\s*\}\}|<\/?\w+>/g) ?? []
const flatten = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : flatten(value)))

test('a generated sentence is 40 % longer, has no plain letter and keeps values and marks', () => {
  expect(buildPseudoSentence('Read <terms>our terms</terms>, {{name}}')).toBe(
    '\u200fŔéáďé <terms>óúŕé ťéŕḿśéé</terms>, {{name}}\u200f',
  )
  const [english, generated] = [flatten(web), flatten(buildPseudoCatalogue(web))]
  expect(generated.length).toBe(english.length)
  const lengthOf = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + (text.match(/\p{L}/gu)?.length ?? 0), 0)
  const values = lengthOf(english.flatMap(holes))
  expect((lengthOf(generated) - values) / (lengthOf(english) - values)).toBeGreaterThan(1.35)
  for (const [index, text] of generated.entries()) {
    expect(holes(text)).toEqual(holes(english[index]!))
    expect(/[A-Za-z]/.test(text.replaceAll(/\{\{\s*\w+\s*\}\}|<\/?\w+>/g, ''))).toBe(false)
  }
})
