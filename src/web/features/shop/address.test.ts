import { expect, test } from 'vitest'
import { isFiltered, menuPath, readFilters } from './address.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

test('reads the filters of an address and ignores what it cannot mean', () => {
  expect(read('kind=food&order_type=takeaway&available_today=true&search=%20tea%20&sort=-price&page=3')).toEqual({
    kind: 'food',
    order_type: 'takeaway',
    available_today: 'true',
    search: 'tea',
    sort: '-price',
    page: 3,
  })
  expect(read('kind=boat&order_type=pigeon&available_today=no&search=&sort=position&page=0&offer=A%27--')).toEqual({})
  expect(read('page=1')).toEqual({})
})

test('writes filters that can be read again, and a category as an address of its own', () => {
  const filters = read('kind=good&search=blades&page=2')
  const address = menuPath({ branch: 'ikeja' }, filters)
  expect(address).toBe('/marketplace?branch=ikeja&kind=good&search=blades&page=2')
  expect(read(address.split('?')[1]!)).toEqual(filters)
  expect(menuPath({ country: 'CA' }, { category: 'wash', sort: 'price' })).toBe(
    '/marketplace/wash?country=CA&sort=price',
  )
})

test('a page, an order and a category filter nothing', () => {
  expect(isFiltered({ page: 2, sort: 'price', category: 'wash' })).toBe(false)
  expect(isFiltered({ search: 'tea' })).toBe(true)
})
