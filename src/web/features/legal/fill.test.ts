import { describe, expect, it } from 'vitest'
import { legal as en } from '#i18n/en/legal.ts'
import { legal as fr } from '#i18n/fr/legal.ts'
import { fill } from './fill.ts'

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsOf)
const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('fill', () => {
  it('puts each value in every place of its name', () => {
    expect(fill('{{a}} and {{b}} and {{a}}', { a: 1, b: 'two' })).toBe('1 and two and 1')
  })
  it('throws for a name that nobody gave a value', () => {
    expect(() => fill('{{a}}', { b: 1 })).toThrow('{{a}}')
  })
})

describe('the legal texts', () => {
  it('name the same values in both languages, sentence by sentence', () => {
    expect(textsOf(fr).map(placesOf)).toEqual(textsOf(en).map(placesOf))
  })
})
