import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/http/errors.ts'
import type { FormFile } from '#server/http/forms.ts'
import { JobEnded } from '#server/workers/pool.ts'
import type { findPdfProblem } from './pdf.ts'

const inspection = { module: new URL('./pdf.ts', import.meta.url).href, name: 'findPdfProblem' }

/** The file of a form; undefined if none was chosen: browsers then send an empty part without a name. */
export const findChosenFile = (file: FormFile | undefined): FormFile | undefined =>
  file === undefined || (file.content.length === 0 && file.name === '') ? undefined : file

/**
 * Inspects a PDF in a worker. Throws a 422 if it is no PDF, an active one, or takes more than the worker's limits, and
 * `overloaded` when too many files wait.
 */
export async function checkPdf({ workers }: Pick<Deps, 'workers'>, content: Buffer): Promise<void> {
  const problem = await workers.uploads.run<typeof findPdfProblem>(inspection, content).catch((error: unknown) => {
    if (error instanceof JobEnded) return 'pdf' as const
    throw error
  })
  if (problem !== undefined) throw fieldError('file', problem)
}
