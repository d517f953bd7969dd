import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countParts, fitText, toPhoneAlphabet } from './text.ts'

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

describe('a text with a name in it', () => {
  const write = (name: string) =>
    `Parkwell: ${name} is booked from 3 Mar, 14:30 to 3 Mar, 18:30 for ABC 123. Booking ABCD2345.`

  test('fits into one part, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        expect(countParts(toPhoneAlphabet(fitText(write, name, 'Reply STOP to end.')))).toBe(1)
      }),
    )
  })

  test('is followed by how to end the messages, before its name is shortened to nothing', () => {
    expect(fitText(write, 'Front Street', 'Reply STOP to end.')).toBe(`${write('Front Street')} Reply STOP to end.`)
    const long = fitText(write, 'Aéroport international Blaise-Diagne, parking de longue durée', 'Reply STOP to end.')
    expect(long).toMatch(/^Parkwell: Aéroport international .*\.\.\. is booked .* Reply STOP to end\.$/)
  })

  test('leaves out signs of other scripts, and writes letters of Hausa and Wolof without their hooks', () => {
    expect(fitText((name) => name, 'Ƙofar Ɗan Ŋor 停車', 'STOP')).toBe('Kofar Dan Nor  STOP')
  })
})
