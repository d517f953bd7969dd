import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const hasGit = spawnSync('git', ['--version']).status === 0
const env = {
  PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`,
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.com'],
    ]),
  ),
}

/** A folder with what the hooks need of the project, as `npm ci` leaves it. */
function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-hooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['package.json', '.oxfmtrc.json', '.oxlintrc.json', 'tsconfig.json', 'src/web/styles.css'])
    cpSync(file, join(folder, file))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['check-staged.ts', 'commit-subject.ts'])
    cpSync(join('scripts', file), join(folder, 'scripts', file))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  return { folder, run }
}

test('outside a git repository, setting up the hooks does nothing and does not fail', () => {
  const { folder, run } = createFolder()
  expect(run('npm', 'run', 'prepare').status).toBe(0)
  expect(existsSync(join(folder, '.git'))).toBe(false)
})

// A commit reads the types of the whole folder.
test.runIf(hasGit)(
  'the hooks refuse a wrong format, a fault that the lint finds and a subject without an area',
  () => {
    const { folder, run } = createFolder()
    run('git', 'init', '-q')
    expect(run('npm', 'run', 'prepare').status).toBe(0)
    const commit = (text: string, subject: string) => {
      writeFileSync(join(folder, 'scripts/sum.ts'), text)
      run('git', 'add', 'scripts/sum.ts')
      const { status, stdout, stderr } = run('git', 'commit', '-m', subject)
      return { status, output: stdout + stderr }
    }
    const good = 'export const sum = (a: number, b: number): number => a + b\n'
    expect(commit('export const sum = 1;\n', 'tools: add a sum').output).toContain('npm run format')
    expect(commit('export const same = (a: unknown) => a == 1\n', 'tools: add a sum').output).toContain('npm run lint')
    expect(commit(good, 'Add a sum').output).toContain('needs its area in front')
    expect(run('git', 'log').status).not.toBe(0)
    expect(commit(good, 'tools: add a sum')).toMatchObject({ status: 0 })
  },
  120_000,
)
