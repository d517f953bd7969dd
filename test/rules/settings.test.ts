import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { settingGroups, settings } from '#server/settings.ts'

/** A default as its environment variable would say it. */
function describeDefault(schema: ZodType): string {
  const words = schema.meta()?.unset
  if (words !== undefined) return words
  const value = schema.parse(undefined)
  if (value === undefined) return 'unset'
  return typeof value === 'boolean' ? (value ? '`on`' : '`off`') : `\`${String(value)}\``
}

const writePage = () => `# Settings

\`npm run settings\` writes this page from \`src/server/settings.ts\`.

All settings are environment variables, validated when the server starts; an invalid one stops it with a message. An empty value counts as unset. Any of them may stand in a file instead, as secrets should: \`NAME_FILE\` is then the path of the value of NAME, such as \`DATABASE_URL_FILE=/etc/parkwell/secrets/DATABASE_URL\`; under systemd, so does each file of the folder that \`LoadCredential=parkwell:FOLDER\` names, by the name of its setting. What production needs is in [going-live.md](going-live.md).
${Object.entries(settingGroups)
  .map(
    ([title, group]) => `
## ${title}

| name | default | what it does |
| --- | --- | --- |
${Object.entries(group)
  .map(([name, schema]: [string, ZodType]) => `| \`${name}\` | ${describeDefault(schema)} | ${schema.description} |`)
  .join('\n')}
`,
  )
  .join('')}`

test('the page of the settings says what the code does', async () => {
  await expect(writePage()).toMatchFileSnapshot('../../docs/settings.md')
})

test('every setting stands in one group and says what it does', () => {
  const named = Object.values(settingGroups).flatMap((group) => Object.entries<ZodType>(group))
  expect(named.map(([name]) => name)).toEqual(Object.keys(settings))
  expect(named.filter(([, { description = '' }]) => description.length < 10 || /[|\n]/.test(description))).toEqual([])
})
