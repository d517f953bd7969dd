import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const units = globSync('ops/*.{service,socket,timer}').toSorted()
const read = (path: string) => readFileSync(path, 'utf8')
const programs = (text: string) => [...text.matchAll(/^ExecStart=.* (\S+\.ts)/gm)].map(([, path]) => path!)

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts every unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const paths = units.map((unit) => {
    const path = join(folder, basename(unit))
    // Where no release is installed.
    writeFileSync(path, read(unit).replaceAll('/opt/parkwell/node_modules/.bin/node', '/bin/true'))
    return path
  })
  expect(units.length).toBeGreaterThan(5)
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...paths], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SYSTEMD_UNIT_PATH: `${folder}:/usr/lib/systemd/system:/lib/systemd/system` },
  })
  expect(stderr.split('\n').filter((line) => line.includes('parkwell'))).toEqual([])
  for (const unit of units.filter((path) => path.endsWith('.timer'))) {
    const [, calendar] = /^OnCalendar=(.+)$/m.exec(read(unit))!
    expect(String(execFileSync('systemd-analyze', ['calendar', calendar!]))).toContain('Next elapse')
  }
})

test('each timer has its service, each service its program, and the guide installs them', () => {
  const guide = read('docs/operating.md')
  for (const unit of units) {
    expect(guide, unit).toContain(unit)
    if (unit.endsWith('.timer')) expect(existsSync(unit.replace(/timer$/, 'service')), unit).toBe(true)
    for (const path of programs(read(unit))) expect(existsSync(path), `${unit}: ${path}`).toBe(true)
  }
})

test('the list of erased accounts is written under the same limits as a backup', () => {
  const limits = (path: string) =>
    read(path)
      .split('\n')
      .filter((line) => !/^(#|Description=|ExecStart=)/.test(line))
  expect(limits('ops/parkwell-erasures.service')).toEqual(limits('ops/parkwell-backup.service'))
  expect(read('ops/parkwell-erasures.service')).toMatch(/^ExecStart=\S+node scripts\/backup\.ts --erasures$/m)
})
