import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * Kits speak one language: `build…` makes rows or objects, `call…` calls an endpoint, `expect…` asserts. Journeys keep the
 * verbs of the person who makes them (`book`, `order`, `register…`, `logIn…`, `pay…`, `open…`), what changes rows that are
 * there keeps its own (`update…`, `set…`, `change…`, `give…`), and processes, servers and worlds are started or created.
 */

const others = /^(add|ask|assert|check|enter|fill|generate|insert|make|new|post|request|verify|write)(?=[A-Z]|$)/
const created = /^create(?!\w*World\b)/

test('what kits export is named by the verbs of CONTRIBUTING.md', () => {
  const kits = globSync('{test/kits/**/*,test/e2e/kit/*,src/**/*-kit}.{ts,tsx}', {
    // The contract of a resource that the tests of the desk mount.
    exclude: ['test/kits/desk/trial-desk/**'],
  })
  expect(kits.length).toBeGreaterThan(40)
  const wrong = kits.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => others.test(name) || created.test(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('what worlds offer is named so too', () => {
  const text = readFileSync('test/kits/world.ts', 'utf8')
  const members = /^export interface World \{\n(.*?)^\}/ms.exec(text)![1]!
  const methods = [...members.matchAll(/^  (\w+)(?:<.*>)?\(/gm)].map(([, name]) => name!)
  expect(methods.length).toBeGreaterThan(4)
  expect(methods.filter((name) => others.test(name))).toEqual([])
})
