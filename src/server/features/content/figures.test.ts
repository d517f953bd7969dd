import { expect, test } from 'vitest'
import { formatFigures, listChargerCountries } from './figures.ts'

test('writes figures as the language does, and never a 0 for chargers', () => {
  const figures = { 'data.parks': 25_675, 'data.parks.SN': 0, 'data.chargers': 1_406, 'data.chargers.SN': 0 }
  expect(formatFigures(figures, 'en')).toEqual({
    'data.parks': '25,675',
    'data.parks.SN': '0',
    'data.chargers': '1,406',
    'data.chargers.SN': 'None yet',
  })
  expect(formatFigures(figures, 'fr')['data.chargers.SN']).toBe('Aucun pour l’instant')
})

test('names the countries with chargers, and no others', () => {
  expect(listChargerCountries({ 'data.chargers.US': 3, 'data.chargers.CA': 1, 'data.chargers.SN': 0 })).toEqual([
    'CA',
    'US',
  ])
  expect(listChargerCountries({})).toEqual([])
})
