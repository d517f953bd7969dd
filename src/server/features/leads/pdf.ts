import { inflateSync } from 'node:zlib'
import { isActive, isLocked } from './pdf-names.ts'

/** What is wrong about a file that should be a PDF to read: a key of `errors.fields`. */
export type PdfProblem = 'pdf' | 'pdf_locked' | 'pdf_active'

/** Unpacked object streams together; what is larger hides something. */
const mostInside_bytes = 20 * 1024 * 1024

/**
 * Looks at the content and at nothing else: begins and ends like a PDF, is not encrypted, and does nothing when it is
 * opened. Names are read with their `#` signs resolved, and objects that are packed are unpacked.
 */
export function findPdfProblem(content: Buffer): PdfProblem | undefined {
  const raw = content.toString('latin1')
  const isWhole =
    /^%PDF-[12]\.\d/.test(raw) &&
    /%%EOF\s*$/.test(raw.slice(-1_024)) &&
    /\bstartxref\s+\d+/.test(raw) &&
    /\b\d+\s+\d+\s+obj\b/.test(raw)
  if (!isWhole) return 'pdf'
  const packed = packedObjects(content, raw)
  if (packed === undefined) return 'pdf'
  const texts = [raw, ...packed].map(withPlainNames)
  if (texts.some(isLocked)) return 'pdf_locked'
  return texts.some(isActive) ? 'pdf_active' : undefined
}

/** `/J#61vaScript` is `/JavaScript`. */
const withPlainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * The text of each object stream; undefined where one cannot be read, or where it is not plain which it is: it must end
 * before the next stream begins.
 */
function packedObjects(content: Buffer, raw: string): string[] | undefined {
  const texts: string[] = []
  let left = mostInside_bytes
  const begun = [...raw.matchAll(/>>[\s\0]*stream\r?\n/g)]
  for (const [n, match] of begun.entries()) {
    // All that stands since the one before: where its dictionary begins is easily hidden.
    const head = withPlainNames(raw.slice(begun[n - 1]?.index ?? 0, match.index))
    if (!/\/ObjStm(?![A-Za-z])/.test(head)) continue
    const start = match.index + match[0].length
    const length = raw.slice(start, begun[n + 1]?.index).indexOf('endstream')
    if (length < 0) return undefined
    const isFiltered = /\/Filter(?![A-Za-z])/.test(head)
    const filters = head.match(/\/\w+Decode\b/g) ?? []
    if (filters.join() !== (isFiltered ? '/FlateDecode' : '') || /\/Predictor(?![A-Za-z])/.test(head)) return undefined
    try {
      const body = content.subarray(start, start + length)
      const plain = !isFiltered ? body : inflateSync(body, { maxOutputLength: left })
      left -= plain.length
      if (left <= 0) return undefined
      texts.push(plain.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return texts
}
