import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleNear, titlePlace } from '#contract/parks/near-title.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { walkDistance, walkMinutes } from '#contract/parks/walk.ts'
import type { Translate } from '#web/page/translation.ts'
import { parkAddress } from './address.ts'
import { canBook, isUsable, spacesOf } from './spaces.ts'

const t = ((key: string, { where = '' } = {}) => (where === '' ? key : `${key} ${where}`)) as unknown as Translate

describe('labels of parks', () => {
  test.each([
    [{ name: 'Green P', address: '1 Queen St', city: 'Toronto' }, 'Green P'],
    [{ name: null, address: 'Rue 10', city: 'Dakar' }, 'park.near.feminine Rue 10, Dakar'],
    [{ name: null, address: null, city: 'Dakar' }, 'park.near.plain Dakar'],
    [{ name: null, address: null, city: 'Akure' }, 'park.near.vowel Akure'],
    [{ name: null, address: '', city: null }, 'park.unnamed'],
  ])('%j is %s', (park, label) => {
    expect(parkLabel(park, t)).toBe(label)
  })

  test('of what is near have the article of French, and none in English', () => {
    expect(titleNear('Ottawa', true, t)).toBe('park.near.vowel Ottawa')
    expect(titleNear('Tour CN', true, t)).toBe('park.near.feminine Tour CN')
    expect(titleNear('Dakar', true, t)).toBe('search.title Dakar')
    expect(titleNear('Ottawa', false, t)).toBe('search.title Ottawa')
  })

  test.each([
    ['city', 'Ottawa', 'places.titles.city Ottawa'],
    ['airport', 'Aéroport international Pearson', 'places.titles.elided aéroport international Pearson'],
    ['station', 'Gare Union', 'places.titles.feminine gare Union'],
    ['stadium', 'Centre Bell', 'places.titles.masculine Centre Bell'],
    ['stadium', 'Amalie Arena', 'places.titles.vowel Amalie Arena'],
  ])('the title of a %s, %s, is %s in French', (kind, name, title) => {
    const write = (key: string, params: { name: string }) => `${key} ${params.name}`
    expect(titlePlace({ kind, name }, true, write)).toBe(title)
    expect(titlePlace({ kind, name }, false, write)).toBe(`places.titles.${kind === 'city' ? kind : 'plain'} ${name}`)
  })

  test('does not repeat the city', () => {
    expect(parkAddress({ address: 'Dakar', city: 'Dakar', state: 'Dakar' })).toBe('Dakar')
  })
})

describe('spaces', () => {
  test.each([
    [0, 'full'],
    [1, 'few'],
    [5, 'few'],
    [6, 'free'],
  ])('%d left is %s', (available, tone) => {
    expect(spacesOf({ bookable: true, available })).toEqual({ tone, count: available })
  })

  test('are not counted without a window or a partner', () => {
    expect(spacesOf({ bookable: true })).toBeUndefined()
    expect(spacesOf({ bookable: false, available: 3 })).toBeUndefined()
  })

  const park = {
    bookable: true,
    available: 3,
    open: true,
    fits: true,
    price: { amount: 1, currency: 'USD', unit: 'stay' },
  } as const
  test('a park that is closed, full or too low is unusable, an unknown one is not', () => {
    expect(isUsable(park)).toBe(true)
    expect(isUsable({ ...park, open: null, fits: null })).toBe(true)
    expect(isUsable({ ...park, open: false })).toBe(false)
    expect(isUsable({ ...park, fits: false })).toBe(false)
    expect(isUsable({ ...park, available: 0 })).toBe(false)
    expect(canBook({ ...park, bookable: false })).toBe(false)
    expect(canBook({ ...park, price: null })).toBe(false)
  })
})

describe('the walk', () => {
  test('grows with the distance up to the longest walk shown', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (a, b) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)]
        expect(walkMinutes(near)).toBeLessThanOrEqual(walkMinutes(far) ?? Infinity)
      }),
    )
    expect(walkMinutes(0)).toBe(1)
    expect(walkMinutes(2_001)).toBeUndefined()
    expect(walkMinutes(walkDistance(5))).toBe(5)
  })
})
