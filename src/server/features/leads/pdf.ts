import { inflateSync } from 'node:zlib'
import { isActive, isLocked } from './pdf-names.ts'

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
  const texts = [content, ...packed].map(unescapeNames)
  if (texts.some(isLocked)) return 'pdf_locked'
  return texts.some(isActive) ? 'pdf_active' : undefined
}

const hash = 35
/** The value of a hexadecimal digit; -1 for other bytes. */
const hexDigits = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

/** Resolves `#` escapes in names: `/J#61vaScript` becomes `/JavaScript`. */
function unescapeNames(content: Buffer): string {
  if (!content.includes(hash)) return content.toString('latin1')
  const plain = Buffer.allocUnsafe(content.length)
  let length = 0
  for (let at = 0; at < content.length; at += 1) {
    const high = content[at] === hash && at + 2 < content.length ? hexDigits[content[at + 1]!]! : -1
    const low = high === -1 ? -1 : hexDigits[content[at + 2]!]!
    plain[length] = low === -1 ? content[at]! : high * 16 + low
    length += 1
    if (low !== -1) at += 2
  }
  return plain.toString('latin1', 0, length)
}

/**
 * Returns the content of each object stream; undefined if one can't be unpacked or its extent is ambiguous (it must end
 * before the next stream begins).
 */
function unpackObjectStreams(content: Buffer, raw: string): Buffer[] | undefined {
  const unpacked: Buffer[] = []
  let remaining_bytes = maxUnpacked_bytes
  const streamStarts = [...raw.matchAll(/>>[\s\0]*stream\r?\n/g)]
  for (const [n, match] of streamStarts.entries()) {
    // Everything since the previous stream: the start of the dictionary can be obfuscated.
    const head = unescapeNames(content.subarray(streamStarts[n - 1]?.index ?? 0, match.index))
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
      unpacked.push(plain)
    } catch {
      return undefined
    }
  }
  return unpacked
}
