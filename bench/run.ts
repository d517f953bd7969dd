import { readdirSync } from 'node:fs'

/** Runs one benchmark by its name: `npm run bench -- evening`. */
const helpers = [
  'run',
  'lib',
  'town',
  'shops',
  'shop-sides',
  'many-parks',
  'generated-parks',
  'phone',
  'sql-list',
  'loop-monitor',
]
const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !helpers.includes(name))
const name = process.argv[2]
if (name === undefined || !names.includes(name)) {
  console.error(`Name one of: ${names.join(', ')}`)
  process.exit(1)
}
await import(`./${name}.ts`)
