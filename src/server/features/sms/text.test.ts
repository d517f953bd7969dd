import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countParts, toPhoneAlphabet } from './text.ts'

describe('the alphabet of phones', () => {
  test('writes French in parts of 160 signs', () => {
    const text = toPhoneAlphabet('Réservation confirmée à l’hôtel : reçu n° 12, 2 500 F — « Éric »…')
    expect(text).toBe(`Réservation confirmée à l'hotel : recu no 12, 2 500 F - " Éric "...`)
    expect(countParts(toPhoneAlphabet('Votre code est 042917. Ne le donnez à personne.'))).toBe(1)
  })

  test('counts parts as they are charged', () => {
    expect([160, 161, 306, 307].map((length) => countParts('a'.repeat(length)))).toEqual([1, 2, 2, 3])
    expect([70, 71, 134, 135].map((length) => countParts('ж'.repeat(length)))).toEqual([1, 2, 2, 3])
    expect([countParts('€'.repeat(80)), countParts('€'.repeat(81))]).toEqual([1, 2])
  })

  test('leaves what is plain as it is', () => {
    fc.assert(fc.property(fc.stringMatching(/^[ -Z]{0,200}$/), (text) => toPhoneAlphabet(text) === text))
  })
})
