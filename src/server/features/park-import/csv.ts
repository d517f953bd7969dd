/** Parses CSV with a header (RFC 4180; line ends LF, CRLF or CR) into records by column name. Short lines end in ''. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header, ...lines] = linesOf(text)
  if (header === undefined) return []
  return lines
    .filter((fields) => fields.length > 1 || fields[0] !== '')
    .map((fields) => Object.fromEntries(header.map((name, index) => [name.trim(), fields[index] ?? ''])))
}

function linesOf(text: string): string[][] {
  const lines: string[][] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  const endLine = () => {
    lines.push([...fields, field])
    fields = []
    field = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && field === '') isQuoted = true
    else if (letter === ',') {
      fields.push(field)
      field = ''
    } else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1
      endLine()
    } else field += letter
  }
  if (field !== '' || fields.length > 0) endLine()
  return lines
}

/** A number written as text; undefined for what is empty or none. */
export function numberIn(text: unknown): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  if (typeof text !== 'string' || !/^\s*[-+]?\d+(\.\d*)?\s*$/.test(text)) return undefined
  return Number(text)
}

/** Text without outer and double spaces; null when nothing is left. */
export function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

/** Degrees to seven digits, a centimetre: what sources give beyond that is noise. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7
