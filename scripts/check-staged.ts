/** Checks format and lint of the staged files, for the hook that `npm ci` sets up. Needs no network. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const names = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], { encoding: 'utf8' })
const files = names.split('\0').filter((name) => /\.(tsx?|css|json|html|ya?ml)$/.test(name))
const code = files.filter((name) => /\.tsx?$/.test(name))
// After a change of branch, the packages may be those of before: the test command has the last word.
const types = existsSync('node_modules/oxlint-tsgolint') ? ['--type-aware'] : []
const checks = [
  { command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern'], on: files, advice: 'Run `npm run format`.' },
  { command: ['oxlint', '--deny-warnings', ...types], on: code, advice: 'Run `npm run lint`.' },
]
for (const { command, on, advice } of checks) {
  if (on.length === 0) continue
  const [program, ...options] = command
  const { status } = spawnSync(`node_modules/.bin/${program}`, [...options, ...on], { stdio: 'inherit' })
  if (status === 0) continue
  console.error(`${advice} (\`git commit --no-verify\` leaves the check out.)`)
  process.exitCode = 1
}
