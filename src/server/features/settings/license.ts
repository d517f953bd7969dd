import { readFileSync, statSync } from 'node:fs'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getLicense } from '#contract/settings/license.ts'
import { version } from '#server/version.ts'
import libraries from './libraries.json' with { type: 'json' }

const fingerprint = new URL('../../../../dist/web/.fingerprint', import.meta.url)

/** Returns what runs here: its version, when its pages were built and from what, and its libraries. */
export function readLicense(): AnswerOf<typeof getLicense> {
  const built = readBuild()
  return { version, built_from: built?.from ?? null, built_at: built?.at ?? null, libraries }
}

function readBuild(): { from: string; at: string } | undefined {
  try {
    return { from: readFileSync(fingerprint, 'utf8').slice(0, 12), at: statSync(fingerprint).mtime.toISOString() }
  } catch {
    return undefined
  }
}
