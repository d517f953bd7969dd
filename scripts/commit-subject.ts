/** Checks the message of a commit for the hook that `npm ci` sets up: `node scripts/commit-subject.ts FILE`. */
import { readFileSync } from 'node:fs'

/** What is wrong with the subject of a commit, in words for the terminal; undefined if nothing is. */
export function findSubjectFault(subject: string): string | undefined {
  if (subject.length > 72) return `has ${subject.length} characters, and at most 72 are allowed`
  if (subject.includes(';')) return 'has a semicolon: make it two commits, or one sentence'
  if (!/^[a-z][a-z\d -]*: \S/.test(subject)) return 'needs its area in front, as in "map: keep taps on a pin"'
  return undefined
}

const file = process.argv[2]
if (import.meta.main && file !== undefined) {
  const subject = readFileSync(file, 'utf8').split('\n', 1)[0]!
  // Git writes these itself, and takes them away again.
  const fault = /^(Merge|Revert|fixup!|squash!|amend!) ?/.test(subject) ? undefined : findSubjectFault(subject)
  if (fault !== undefined) {
    console.error(`The subject ${fault}:\n  ${subject}`)
    process.exitCode = 1
  }
}
