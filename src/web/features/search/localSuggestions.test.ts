import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownPlace, Suggestion } from '#contract/places/places.ts'
import { suggestionKey, suggestLocally } from './localSuggestions.ts'

const place = (name: string, context = 'Quebec, Canada', more: Partial<Suggestion> = {}): Suggestion => ({
  kind: 'city',
  name,
  context,
  lat: name.length,
  lng: context.length,
  ...more,
})
const known = (name: string, weight: number, context?: string, more?: Partial<Suggestion>): KnownPlace => ({
  ...place(name, context, more),
  weight,
})
const none = { earlier: [], known: [], recent: [] }
const names = (text: string, held: Partial<Parameters<typeof suggestLocally>[1]>) =>
  suggestLocally(text, { ...none, ...held }).map(({ name }) => name)

const towns = [
  known('Toronto', 0.92),
  known('Montréal', 0.89),
  known('Trois-Rivières', 0.7),
  known('Saint-Jérôme', 0.66),
  known('Pierre Elliott Trudeau International Airport (YUL)', 0.75, 'Montréal, Quebec, Canada', { kind: 'airport' }),
  known('St. John’s', 0.6),
  known('Yukon', 0.5, 'Canada', { kind: 'state' }),
]

describe('suggestLocally', () => {
  test.each([
    ['t', ['Toronto', 'Trois-Rivières']],
    ['tru', ['Pierre Elliott Trudeau International Airport (YUL)']],
    ['canada', []],
    ['TRO', ['Trois-Rivières']],
    ['riv trois', ['Trois-Rivières']],
    ['montreal', ['Montréal', 'Pierre Elliott Trudeau International Airport (YUL)']],
    ['airport mon', ['Pierre Elliott Trudeau International Airport (YUL)']],
    ['yu', ['Yukon', 'Pierre Elliott Trudeau International Airport (YUL)']],
    ['yul', ['Pierre Elliott Trudeau International Airport (YUL)']],
    ['st johns', ['St. John’s']],
    ['saint-je', ['Saint-Jérôme']],
    ['toront', ['Toronto']],
    ['tornoto', ['Toronto']],
    ['orontto', ['Toronto']],
    ['tor nto', []],
    ['🙂', []],
  ])('%s', (text, expected) => {
    expect(names(text, { known: towns })).toEqual(expected)
  })

  test('ranks a car park above a place of exactly its name, and below it while typing', () => {
    const park = place('Toronto', 'Queen Street, Ottawa, Ontario', { kind: 'park', id: '1' })
    const held = { earlier: [park], known: towns }
    expect(suggestLocally('toronto', { ...none, ...held }).map(({ kind }) => kind)).toEqual(['park', 'city'])
    expect(suggestLocally('toron', { ...none, ...held }).map(({ kind }) => kind)).toEqual(['city', 'park'])
  })

  test('ranks major places, then earlier responses and recent searches, then other countries, each once', () => {
    const earlier = [place('Toledo', 'Ohio, United States'), place('Tobermory'), place('Toronto')]
    const recent = [place('Tofino'), place('Toronto')]
    const park = place('Toronto Street garage', 'Toronto Street, Toronto, Ontario', { kind: 'park', id: '1' })
    expect(names('to', { earlier: [park, ...earlier], known: towns, recent })).toEqual([
      'Toronto',
      'Tobermory',
      'Tofino',
      'Toronto Street garage',
      'Toledo',
    ])
  })

  test('ranks a name abroad above what only has its words at home', () => {
    const earlier = [
      place('Newtonbrook', 'North York, Ontario, Canada', { kind: 'neighbourhood' }),
      place('New York City', 'New York, United States'),
    ]
    expect(names('new yor', { earlier, known: towns })).toEqual(['New York City', 'Newtonbrook'])
    expect(names('newt', { earlier, known: towns })).toEqual(['Newtonbrook'])
  })

  test('keeps earlier suggestions similar to a text with a typing error', () => {
    const earlier = [place('Toronto'), place('Torrance')]
    expect(names('torotn', { earlier, known: towns })).toEqual(['Toronto'])
    expect(names('torotno', { earlier })).toEqual(['Toronto'])
    expect(names('ttoronto', { earlier })).toEqual(['Toronto'])
    expect(names('torx', { earlier })).toEqual(['Toronto', 'Torrance'])
    expect(names('xyz', { known: towns })).toEqual([])
  })

  test('keeps the last response if nothing is similar', () => {
    expect(names('tox', { earlier: [place('Toronto'), place('Toledo')], known: towns })).toEqual(['Toronto', 'Toledo'])
    expect(names('', { earlier: [place('Toronto')] })).toEqual([])
  })

  test('matches every typed word as a prefix if any suggestion does, and a longer text only narrows the list', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '-'), minLength: 1, maxLength: 6 })
    const some = fc.array(fc.tuple(word, word), { maxLength: 8 })
    fc.assert(
      fc.property(some, word, word, (list, text, more) => {
        const held = {
          ...none,
          known: list.map(([name, context], n) => known(name, n / 10, `${context}, Quebec, Canada`)),
        }
        const shown = suggestLocally(text, held)
        expect(new Set(shown.map(suggestionKey)).size).toBe(shown.length)
        const plain = (read: string) =>
          read
            .replaceAll('é', 'e')
            .split(/[ ,-]+/)
            .filter(Boolean)
        const isPrefixOfAny = ({ name, context }: Suggestion) =>
          plain(text).every((typed) => plain(`${name} ${context}`).some((own) => own.startsWith(typed)))
        expect(new Set(shown.map(isPrefixOfAny)).size).toBeLessThanOrEqual(1)
        // Too short for a typing error.
        if (plain(text).every(({ length }) => length < 4))
          expect(shown.filter((candidate) => !isPrefixOfAny(candidate))).toEqual([])
        const keys = new Set(shown.map(suggestionKey))
        for (const entry of suggestLocally(text + more, { ...none, earlier: shown }))
          expect(keys).toContain(suggestionKey(entry))
      }),
    )
  })
})
