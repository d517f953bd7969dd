import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

interface LintSettings {
  rules: Record<string, unknown>
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}
const settings = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as LintSettings
const excepted = settings.overrides.flatMap(({ files }) => files).filter((file) => !file.includes('*'))

test('files that may have functions of six parameters exist and still have some', () => {
  expect(excepted.filter((file) => !existsSync(file))).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = join(folder, 'rule.json')
  writeFileSync(
    config,
    JSON.stringify({ categories: { correctness: 'off' }, rules: { 'max-params': settings.rules['max-params'] } }),
  )
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', config, '-f', 'json', ...excepted], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] }
  const found = new Set(diagnostics.map(({ filename }) => filename))
  expect(
    excepted.filter((file) => !found.has(file)),
    'take them out of .oxlintrc.json',
  ).toEqual([])
  expect(diagnostics.length, 'there are only ever fewer').toBeLessThanOrEqual(52)
})
