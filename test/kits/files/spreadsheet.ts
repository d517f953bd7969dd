import { inflateRawSync } from 'node:zlib'

type SheetCell = string | number | null

/** Reads the rows of a spreadsheet file's only sheet: numbers as numbers, texts as texts, null for what is empty. */
export function readSheet(file: Buffer): SheetCell[][] {
  const parts = unzip(file)
  const texts = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) =>
    readText(item!),
  )
  const sheet = [...parts].find(([name]) => name.startsWith('xl/worksheets/'))![1]
  return Array.from(sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs), ([, row]) => readRow(row!, texts))
}

function readRow(row: string, texts: readonly string[]): SheetCell[] {
  const cells: SheetCell[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
    const column = /r="([A-Z]+)/.exec(attributes)![1]!
    const at = [...column].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
    while (cells.length < at) cells.push(null)
    const value = /<v>(.*?)<\/v>/s.exec(content)?.[1]
    if (/t="s"/.test(attributes)) cells.push(texts[Number(value)]!)
    else if (/t="inlineStr"/.test(attributes)) cells.push(readText(content))
    else cells.push(value === undefined ? null : Number(value))
  }
  return cells
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const readText = (xml: string): string =>
  Array.from(xml.matchAll(/<t[^>]*>(.*?)<\/t>/gs), ([, text]) => text)
    .join('')
    .replaceAll(/&(\w+);/g, (_all, name: string) => entities[name]!)

/** The texts of a ZIP file by the names in its directory. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const content = file.subarray(start, start + size)
    parts.set(name, (method === 0 ? content : inflateRawSync(content)).toString('utf8'))
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}
