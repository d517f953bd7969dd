import { expect, test } from 'vitest'
import { chunkGroups, chunkRules, findDeadRules } from './chunks.ts'

const ids = ['/app/node_modules/react/index.js', '/app/src/web/ui/Notice.tsx']

test('finds rules that make no chunk and patterns that match no module', () => {
  const rules = [
    { name: 'react', parts: [/node_modules[\\/]react[\\/]/] },
    { name: 'pages', parts: [/[\\/]ui[\\/]Notice\.tsx$/, /[\\/]ui[\\/]Moved\.tsx$/], except: [/[\\/]gone[\\/]/] },
    { name: 'rest' },
  ]
  expect(findDeadRules(rules, ids, new Set(['react', 'pages']))).toEqual([
    'pages names [\\\\/]ui[\\\\/]Moved\\.tsx$, which matches no module',
    'pages names [\\\\/]gone[\\\\/], which matches no module',
    'rest makes no chunk',
  ])
})

test('gives Rolldown each rule with its parts and without its exceptions', () => {
  expect(chunkGroups.map(({ name }) => name)).toEqual(chunkRules.map(({ name }) => name))
  const kit = chunkGroups.find(({ name }) => name === 'kit')!
  expect(kit.test('/app/src/web/ui/Notice.tsx')).toBe(true)
  expect(kit.test('/app/src/web/ui/overlay/Dialog.tsx')).toBe(false)
  expect(kit.test('/app/src/web/features/parks/ParkCard.tsx')).toBe(false)
})
