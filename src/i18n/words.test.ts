import { describe, expect, test } from 'vitest'
import { rewordFor } from './words.ts'

describe('the words of a country', () => {
  test.each([
    ['en-US', 'Car parks near you. Enter your number plate.', 'Parking lots near you. Enter your license plate.'],
    ['en-CA', 'Car parks near you. Enter your number plate.', 'Parking lots near you. Enter your licence plate.'],
    ['en-US', 'A car park in the centre, by postcode', 'A parking lot in the center, by ZIP code'],
    ['en-US', 'Your top-up has arrived. Top up again.', 'Your deposit has arrived. Add money again.'],
    ['en-CA', 'Your top-up has arrived.', 'Your top-up has arrived.'],
    ['en-US', '{{centre}} /car-park-management car-parked', '{{centre}} /car-park-management car-parked'],
  ])('%s: %s', (locale, sentence, expected) => {
    expect(rewordFor(locale)!(sentence)).toBe(expected)
  })

  test.each(['en-NG', 'en-SN', 'en', 'fr-US', 'fr'])('are those of the catalogue in %s', (locale) => {
    expect(rewordFor(locale)).toBeUndefined()
  })
})
