import { inflateSync } from 'node:zlib'
import { isActive, isLocked } from './pdf-names.ts'
import { maxApplication_bytes } from '#contract/leads.ts'
import { AppError, fieldError } from '#server/errors.ts'

/** Why a file is rejected: a key of the catalogue's `errors.fields`. */
export type PdfProblem = 'pdf' | 'pdf_locked' | 'pdf_active'

/** Limit for all unpacked object streams together, against decompression bombs. */
const maxUnpacked_bytes = 20 * 1024 * 1024

/**
 * Checks that the content is a complete PDF, not encrypted, and has no active content (scripts, launch actions,
 * embedded files). `#` escapes in names are resolved and object streams are unpacked. Returns undefined for an
 * acceptable file.
 */
export function findPdfProblem(content: Buffer): PdfProblem | undefined {
  const raw = content.toString('latin1')
  const isWhole =
    /^%PDF-[12]\.\d/.test(raw) &&
    /%%EOF\s*$/.test(raw.slice(-1_024)) &&
    /\bstartxref\s+\d+/.test(raw) &&
    /\b\d+\s+\d+\s+obj\b/.test(raw)
  if (!isWhole) return 'pdf'
  const packed = unpackObjectStreams(content, raw)
  if (packed === undefined) return 'pdf'
  const texts = [raw, ...packed].map(unescapeNames)
  if (texts.some(isLocked)) return 'pdf_locked'
  return texts.some(isActive) ? 'pdf_active' : undefined
}

/** Resolves `#` escapes in names: `/J#61vaScript` becomes `/JavaScript`. */
const unescapeNames = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Returns the text of each object stream; undefined if one can't be unpacked or its extent is ambiguous (it must end
 * before the next stream begins).
 */
function unpackObjectStreams(content: Buffer, raw: string): string[] | undefined {
  const texts: string[] = []
  let remaining_bytes = maxUnpacked_bytes
  const streamStarts = [...raw.matchAll(/>>[\s\0]*stream\r?\n/g)]
  for (const [n, match] of streamStarts.entries()) {
    // Everything since the previous stream: the start of the dictionary can be obfuscated.
    const head = unescapeNames(raw.slice(streamStarts[n - 1]?.index ?? 0, match.index))
    if (!/\/ObjStm(?![A-Za-z])/.test(head)) continue
    const start = match.index + match[0].length
    const length = raw.slice(start, streamStarts[n + 1]?.index).indexOf('endstream')
    if (length < 0) return undefined
    const isFiltered = /\/Filter(?![A-Za-z])/.test(head)
    const filters = head.match(/\/\w+Decode\b/g) ?? []
    if (filters.join() !== (isFiltered ? '/FlateDecode' : '') || /\/Predictor(?![A-Za-z])/.test(head)) return undefined
    try {
      const body = content.subarray(start, start + length)
      const plain = !isFiltered ? body : inflateSync(body, { maxOutputLength: remaining_bytes })
      remaining_bytes -= plain.length
      if (remaining_bytes <= 0) return undefined
      texts.push(plain.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return texts
}

/** The PDF of a form; undefined if none was chosen. Throws `payload_too_large`, and a 422 if it is no PDF or an active one. */
export async function readPdf(file: FormDataEntryValue | null): Promise<Buffer | undefined> {
  if (file === null) return undefined
  if (typeof file === 'string') throw fieldError('file', 'pdf')
  // Browsers send an empty unnamed part when no file is chosen; an empty named file is rejected below.
  if (file.size === 0 && file.name === '') return undefined
  if (file.size > maxApplication_bytes) throw new AppError('payload_too_large')
  const content = Buffer.from(await file.arrayBuffer())
  const problem = findPdfProblem(content)
  if (problem !== undefined) throw fieldError('file', problem)
  return content
}
