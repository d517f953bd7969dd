import type { Deps } from '#server/deps.ts'
import { checkPdf } from '#server/features/leads/files.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { FormFile } from '#server/http/forms.ts'
import { cleanPhoto, detectImageType } from '#server/output/photos.ts'

export interface CheckedFile {
  name: string
  type: 'application/pdf' | 'image/jpeg'
  content: Buffer
}

/** What may be uploaded, by how names of such files end. */
const endings: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** The name of a file without folders, control and direction characters, at most 120 characters long. */
export function cleanFileName(name: string): string {
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const visible = own
    .replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffd"<>:|?*]/g, '')
    .trim()
  return visible.replace(/^\.+/, '').slice(-120)
}

const detectType = (content: Buffer): string | undefined =>
  content.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : detectImageType(content)?.type

/**
 * Checks an upload by its content: a PDF that does nothing, or a picture, which is re-encoded without where it was taken.
 * Throws 422 at `file`: `required`, `file_type` for anything else or a name that says otherwise, what `checkPdf` finds, and
 * `picture` for one that cannot be read within the limits.
 */
export async function checkFile(deps: Pick<Deps, 'workers'>, file: FormFile | undefined): Promise<CheckedFile> {
  if (file === undefined || file.content.length === 0) throw fieldError('file', 'required')
  const { content } = file
  const name = cleanFileName(file.name)
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  const type = detectType(content)
  if (type === undefined || ending === undefined || endings[ending] !== type) throw fieldError('file', 'file_type')
  if (type === 'application/pdf') {
    await checkPdf(deps, content)
    return { name, type, content }
  }
  const photo = await cleanPhoto(deps, content).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'validation_failed' ? fieldError('file', 'picture') : error
  })
  return { name: name.replace(/\.[^.]+$/, '.jpg'), type: 'image/jpeg', content: Buffer.from(photo.content) }
}
