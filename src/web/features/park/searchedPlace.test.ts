import { expect, test } from 'vitest'
import { readFrom } from './searchedPlace.ts'

test.each([
  ['43.65,-79.38,City Hall', { lat: 43.65, lng: -79.38, name: 'City Hall' }],
  ['14.69,-17.44,Plateau, Dakar', { lat: 14.69, lng: -17.44, name: 'Plateau, Dakar' }],
  ['0,180', { lat: 0, lng: 180, name: undefined }],
  ['43.65,-79.38,  ', { lat: 43.65, lng: -79.38, name: undefined }],
  ['91,0,North', undefined],
  ['0,181', undefined],
  ['NaN,1', undefined],
  ['City Hall', undefined],
  ['', undefined],
  [null, undefined],
])('%j is read as %j', (text, place) => {
  expect(readFrom(text)).toEqual(place)
})
