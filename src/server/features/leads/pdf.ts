import { inflateSync } from 'node:zlib'

/** What is wrong about a file that should be a PDF to read: a key of `errors.fields`. */
export type PdfProblem = 'pdf' | 'pdf_locked' | 'pdf_active'

/** Unpacked object streams together; what is larger hides something. */
const mostInside_bytes = 20 * 1024 * 1024

const gap = String.raw`(?:[\s\0]|%[^\r\n]*[\r\n])*`
const actions = 'JavaScript|Launch|Rendition|SubmitForm|ImportData|RichMediaExecute|GoToR|GoToE'
/** Actions by their `/S`, or as a name that something refers to; files inside the file; forms that compute. */
const active = [
  new RegExp(`/S${gap}/(?:${actions})(?![A-Za-z])`),
  new RegExp(`\\bobj${gap}/(?:JavaScript|Launch)(?![A-Za-z])`),
  new RegExp(`/JS${gap}(?:\\(|<|\\d+\\s+\\d+\\s+R\\b)`),
  /\/EmbeddedFiles?(?![A-Za-z])/,
  /\/RichMedia(?![A-Za-z])/,
  new RegExp(`/XFA${gap}(?:\\[|\\d+\\s+\\d+\\s+R\\b)`),
]
const locked = new RegExp(`/Encrypt${gap}(?:<<|\\d+\\s+\\d+\\s+R\\b)`)

/**
 * Looks at the content and at nothing else: begins and ends like a PDF, is not encrypted, and does nothing when it is
 * opened. Names are read with their `#` signs resolved, and objects that are packed are unpacked.
 */
export function pdfProblem(content: Buffer): PdfProblem | undefined {
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
  if (texts.some((text) => locked.test(text))) return 'pdf_locked'
  return texts.some((text) => active.some((sign) => sign.test(text))) ? 'pdf_active' : undefined
}

/** `/J#61vaScript` is `/JavaScript`. */
const withPlainNames = (text: string): string =>
  text.replaceAll(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The text of each object stream; undefined where one cannot be read. */
function packedObjects(content: Buffer, raw: string): string[] | undefined {
  const texts: string[] = []
  let left = mostInside_bytes
  for (const match of raw.matchAll(/<<([^]{0,2000}?)>>[\s\0]*stream\r?\n/g)) {
    const head = withPlainNames(match[1]!)
    if (!/\/ObjStm(?![A-Za-z])/.test(head)) continue
    const start = match.index + match[0].length
    const end = raw.indexOf('endstream', start)
    if (end < 0) return undefined
    const filters = [...head.matchAll(/\/(\w+Decode)\b/g)].map(([, name]) => name)
    if (filters.some((name) => name !== 'FlateDecode') || filters.length > 1) return undefined
    try {
      const body = content.subarray(start, end)
      const plain = filters.length === 0 ? body : inflateSync(body, { maxOutputLength: left })
      left -= plain.length
      if (left <= 0) return undefined
      texts.push(plain.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return texts
}
