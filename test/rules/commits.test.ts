import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findSubjectFault } from '../../scripts/commit-subject.ts'

/** The commit that brought this file; undefined without a git history, as in an archive or a shallow copy. */
function findFirstCommit(): string | undefined {
  const { stdout } = git('log', '--diff-filter=A', '--format=%H', '--', 'test/rules/commits.test.ts')
  return stdout.trim().split('\n').at(-1) || undefined
}
const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' })
const first = findFirstCommit()

test.skipIf(first === undefined)('each commit has its area in front, in one short sentence', () => {
  const { stdout } = git('log', '--no-merges', '--format=%s', `${first}^..HEAD`)
  const subjects = stdout.trim().split('\n')
  expect(subjects.length).toBeGreaterThan(0)
  expect(subjects.flatMap((subject) => (findSubjectFault(subject) === undefined ? [] : [subject]))).toEqual([])
})

test.each([
  ['map: keep taps on a pin', undefined],
  ['desk lists: name no place for a role before one is chosen', undefined],
  ['Keep taps on a pin', 'needs its area in front'],
  ['Map: keep taps on a pin', 'needs its area in front'],
  ['map:keep taps on a pin', 'needs its area in front'],
  ['map: keep taps on a pin; draw it larger', 'has a semicolon'],
  [`map: ${'k'.repeat(67)}`, undefined],
  [`map: ${'k'.repeat(68)}`, 'has 73 characters'],
])('of "%s" it says: %s', (subject, fault) => {
  expect(findSubjectFault(subject)?.slice(0, fault?.length)).toBe(fault)
})
