import { expect, test } from 'vitest'
import { findVisit, visitKey } from './visit.ts'

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

test('the page of an item is counted by its slug, at the branch or in the country that the address names', () => {
  expect(findVisit('/marketplace/full-wash')).toEqual({ kind: 'item_page', item: 'full-wash' })
  expect(findVisit('/marketplace/full-wash?branch=yaba&country=ng&booking=ABC#reviews')).toEqual({
    kind: 'item_page',
    item: 'full-wash',
    branch: 'yaba',
    country: 'NG',
  })
  expect(findVisit('/marketplace/full-wash?branch=%00&country=XX')).toEqual({ kind: 'item_page', item: 'full-wash' })
  for (const address of ['/marketplace', '/marketplace/%00', '/cart', '/cart/checkout', '/branch/yaba'])
    expect([address, findVisit(address)]).toEqual([address, undefined])
})

test('one visit follows another where what is searched, the car park or the item differ', () => {
  const keyOf = (address: string) => visitKey(address.split('?', 1)[0]!, address.split('?')[1] ?? '')
  const same = [
    ['/search?lat=43.65321&lng=-79.38319&country=CA', '/search?lat=43.653&lng=-79.383&country=CA&sort=price&page=2'],
    ['/park/king-street', '/park/king-street?start=2026-11-21T10:00Z'],
    ['/marketplace/full-wash?branch=yaba', '/marketplace/full-wash?branch=ikeja&country=NG'],
  ] as const
  for (const [first, next] of same) expect(keyOf(next)).toBe(keyOf(first))
  const others = [
    '/search',
    '/search?lat=43.65&lng=-79.38&country=CA',
    '/search?lat=43.66&lng=-79.38&country=CA',
    '/search?lat=43.65&lng=-79.38&country=US',
    '/search?search=Plateau',
    '/park/king-street',
    '/park/queen-street',
    '/marketplace/full-wash',
    '/marketplace/wipers',
  ]
  expect(new Set(others.map(keyOf)).size).toBe(others.length)
  for (const address of others) expect([address, findVisit(address)]).not.toEqual([address, undefined])
  for (const address of ['/', '/cart', '/checkout/king-street', '/desk/parks', '/nowhere'])
    expect([address, keyOf(address), findVisit(address)]).toEqual([address, undefined, undefined])
})

test('other pages are not counted', () => {
  const others = ['/', '/checkout/king-street', '/desk/parks', '/park', '/nowhere', '', '/wallet?search=x']
  const unreadable = ['/park/%ff?x', '/park/%00', '/park/%ED%A0%80', `/park/${'x'.repeat(201)}`]
  for (const address of [...others, ...unreadable]) expect([address, findVisit(address)]).toEqual([address, undefined])
})
