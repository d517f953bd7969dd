import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }

/** What only tests and checks need: it is in nothing that runs. */
const tools =
  /^client-generator$|^@types\/|test|playwright|vitest|oxlint|oxfmt|tsgo|typescript|hooks|lighthouse|autocannon|fast-check|redocly|squawk|happy-dom|farm/

const readLibraries = () =>
  Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies })
    .filter(([name]) => !tools.test(name))
    .map(([name, version]) => {
      const { license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { license?: string }
      return { name, version: version.replace(/^npm:.*@/, ''), license: license ?? 'unknown' }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))

test('the list of libraries and licences in the settings is that of the packages', async () => {
  const libraries = readLibraries()
  expect(libraries.filter(({ license }) => license === 'unknown')).toEqual([])
  await expect(`${JSON.stringify(libraries, null, 2)}\n`).toMatchFileSnapshot('./libraries.json')
})
