import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { darkColours, dayColours, kerb, onNight2 } from './colours.ts'

const theme = readFileSync('src/web/styles/theme.css', 'utf8')
const [day = '', dark = ''] = theme.split('@variant dark')
const readColours = (block: string) =>
  Object.fromEntries([...block.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]))

test('pictures have the colours of the theme, by day and in the dark', () => {
  expect(readColours(day)).toMatchObject({ ...dayColours, kerb, 'on-night-2': onNight2 })
  expect(readColours(dark)).toMatchObject(darkColours)
})
