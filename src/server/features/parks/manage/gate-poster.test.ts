import { expect, test } from 'vitest'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { createGatePoster, type PosterPark } from './gate-poster.ts'

const now = new Date('2026-11-21T18:00:00Z')
const park: PosterPark = {
  name: 'Marché Sandaga',
  address: 'Avenue Lamine Guèye',
  city: 'Dakar',
  near: null,
  park_code: 'DKR2345',
  country_code: 'SN',
}
const url = 'https://parkwell.example/booking/DKR2345'
const read = async (change: Partial<PosterPark> = {}) => {
  const { lines, pages, missing } = readPdf(await createGatePoster({ ...park, ...change }, url, now))
  return { pages, missing, lines, text: lines.join(' ').replaceAll(/[\u00a0\u202f]/g, ' ') }
}

test('names the car park and its address on one page, in the country’s language first', async () => {
  const senegal = await read()
  expect([senegal.pages, senegal.missing]).toEqual([1, 0])
  expect(senegal.lines).toEqual(
    expect.arrayContaining(['Marché Sandaga', 'Avenue Lamine Guèye, Dakar', 'parkwell.example/booking/DKR2345']),
  )
  expect(senegal.text.indexOf('Vous vous garez ici ?')).toBeLessThan(senegal.text.indexOf('Parking here?'))
  const canada = await read({ country_code: 'CA' })
  expect(canada.text.indexOf('Parking here?')).toBeLessThan(canada.text.indexOf('Vous vous garez ici ?'))
})

test('keeps to one page with a long name and a hostile one', async () => {
  const name = `Car park \u202e of ${'very '.repeat(24)}long name`.slice(0, 120)
  expect((await read({ name, address: 'A'.repeat(200), country_code: 'NG' })).pages).toBe(1)
})
