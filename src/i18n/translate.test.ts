import { describe, expect, test } from 'vitest'
import { createTranslate } from './translate.ts'

const catalogue = {
  park: {
    closed: 'Closed',
    near: 'Car park near {{where}}',
    spaces_one: 'Last space',
    spaces_other: '{{ number }} left',
    vehicle_other: 'Another vehicle',
  },
}

describe('a translation', () => {
  const t = createTranslate('en', catalogue)

  test('finds a sentence by its path', () => {
    expect(t('park.closed')).toBe('Closed')
    expect(t('park.vehicle_other')).toBe('Another vehicle')
  })

  test('chooses the plural form of the language', () => {
    const french = createTranslate('fr', catalogue)
    expect([0, 1, 2].map((count) => t('park.spaces', { count, number: count }))).toEqual([
      '0 left',
      'Last space',
      '2 left',
    ])
    // French has no `many` form here, which a million would take.
    expect([0, 1, 1_000_000].map((count) => french('park.spaces', { count, number: count }))).toEqual([
      'Last space',
      'Last space',
      '1000000 left',
    ])
    expect(t('park.closed', { count: 2 })).toBe('Closed')
  })

  test('does not interpret values as templates, keys or patterns', () => {
    expect(t('park.near', { where: '{{where}} $t(park.closed) $& $1' })).toBe(
      'Car park near {{where}} $t(park.closed) $& $1',
    )
  })

  test('writes null and undefined as nothing, and leaves a name without a value', () => {
    expect([t('park.near', { where: null }), t('park.near', { where: undefined }), t('park.near', {})]).toEqual([
      'Car park near ',
      'Car park near ',
      'Car park near {{where}}',
    ])
  })

  test('gives the key when there is no sentence, or what the caller asks for', () => {
    const silent = createTranslate('en', catalogue, () => '')
    for (const key of ['park.nothing', 'park', 'nothing', '__proto__.x', 'constructor.name', '']) {
      expect(t(key)).toBe(key)
      expect(silent(key, { count: 1 })).toBe('')
    }
  })
})
