import { expect, test } from 'vitest'
import { findVisit } from './visit.ts'

test('a car park’s page is counted by its slug or code, whatever its query', () => {
  for (const address of [
    '/park/King-Street?start=2026-11-21T10:00Z',
    '/park/king-street',
    '/park/king-street/#reviews',
  ])
    expect(findVisit(address)).toEqual({ kind: 'park_page', park: 'king-street' })
})

test('a search is known by what is searched: filters, order, pages and a moved map are the same one', () => {
  const search = { kind: 'search', place: { lat: 43.65, lng: -79.38 }, country: 'CA' }
  for (const more of ['', '&sort=price&page=3', '&box=1,2,3,4', '&kind=garage&start=2026-11-21T10:00Z'])
    expect(findVisit(`/search?lat=43.65321&lng=-79.38319&country=ca${more}`)).toEqual(search)
  expect(findVisit('/search?search=Dakar%20Plateau&country=SN')).toEqual({
    kind: 'search',
    text: 'Dakar Plateau',
    country: 'SN',
  })
  expect(findVisit('/search')).toEqual({ kind: 'search' })
  expect(findVisit('/search?lat=43&lng=&country=Atlantis')).toEqual({ kind: 'search' })
  expect(findVisit('/search?lat=1e9&lng=0')).toEqual({ kind: 'search' })
})

test('other pages are not counted', () => {
  const others = ['/', '/checkout/king-street', '/desk/parks', '/park', '/nowhere', '', '/wallet?search=x']
  const unreadable = ['/park/%ff?x', '/park/%00', '/park/%ED%A0%80', `/park/${'x'.repeat(201)}`]
  for (const address of [...others, ...unreadable]) expect([address, findVisit(address)]).toEqual([address, undefined])
})
