import { serialize } from 'node:v8'
import { type CurrencyFormats, setCurrencyFormats } from '#contract/money.ts'
import { setSettings, type Settings } from '#contract/settings/settings.ts'
import { setBrandLogo } from '#server/output/brand-logo.ts'

/** A function that a worker calls: the address of its module and its name in there. */
export interface Job {
  module: string
  name: string
}
export interface JobRequest extends Job {
  args: unknown[]
  output_bytes: number
  /** What the desk has set, which may differ from job to job. */
  settings: Settings
  currencies: CurrencyFormats | undefined
  logo: Uint8Array | undefined
}
export type JobAnswer = { kind: 'done'; result: unknown } | { kind: 'too_large' } | { kind: 'failed'; message: string }

/* A process that runs the jobs it is sent, one at a time. It ends with the server. */

process.on('message', (request: JobRequest) => void runJob(request).then((answer) => process.send!(answer)))
process.on('disconnect', () => process.exit())

/** Measures the result before it is sent back. */
async function runJob({
  module,
  name,
  args,
  output_bytes,
  settings,
  currencies,
  logo,
}: JobRequest): Promise<JobAnswer> {
  setSettings(() => settings)
  setCurrencyFormats(() => currencies)
  setBrandLogo(logo)
  try {
    const { [name]: run } = (await import(module)) as Record<string, (...args: unknown[]) => unknown>
    const result = await run!(...args)
    const size_bytes = result instanceof Uint8Array ? result.byteLength : serialize(result).byteLength
    return size_bytes > output_bytes ? { kind: 'too_large' } : { kind: 'done', result }
  } catch (error) {
    return { kind: 'failed', message: String(error instanceof Error ? error.stack : error) }
  }
}
