import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleGoods } from '#server/features/demo/shop-goods.ts'
import { exampleServices } from '#server/features/demo/shop-services.ts'
import { drawnItems } from './ItemPicture.tsx'

test('each item of the example branches has a drawing', () => {
  const files = globSync('public/pictures/item-*.svg').map((file) => file.replaceAll('\\', '/').slice(21, -4))
  expect(files.toSorted()).toEqual([...drawnItems].toSorted())
  const items = [...exampleGoods, ...exampleServices].flatMap(({ items }) => items.map(({ slug }) => slug))
  expect(items.filter((slug) => !drawnItems.has(slug))).toEqual([])
})
