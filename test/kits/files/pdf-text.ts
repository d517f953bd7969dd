import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a PDF written by pdfkit, line by line in drawing order, with the ToUnicode tables of its fonts.
 * `missing` counts characters without a glyph in the font; `moves` are where shapes begin, as `x,y` before scaling.
 */
export function readPdf(file: Buffer): { lines: string[]; moves: string[]; pages: number; missing: number } {
  const objects = new Map(
    [...file.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map((found) => [
      Number(found[1]),
      found[2]!,
    ]),
  )
  const refs = (text: string, name: string) => [...text.matchAll(new RegExp(`/${name} (\\d+) 0 R`, 'g'))]
  const streamOf = (id: number): string => {
    const object = objects.get(id)!
    // Uses /Length, because compressed bytes may end with a line break.
    const length = Number(/\/Length (\d+)/.exec(object)![1])
    const begin = object.indexOf('stream\n') + 'stream\n'.length
    const bytes = Buffer.from(object.slice(begin, begin + length), 'latin1')
    return (object.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const object of objects.values())
    for (const [, name, id] of object.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [table] = refs(objects.get(Number(id)) ?? '', 'ToUnicode')
      if (table !== undefined) fonts.set(name!, tableOf(streamOf(Number(table[1]))))
    }
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object))
  let missing = 0
  const contents = pages.map((page) => streamOf(Number(refs(page, 'Contents')[0]![1])))
  const moves = contents.flatMap((content) =>
    [...content.matchAll(/^(-?[\d.]+) (-?[\d.]+) m$/gm)].map(([, x, y]) => `${x},${y}`),
  )
  const lines = contents.flatMap((content) => {
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)].reduce<{ font: string; lines: string[] }>(
      (state, [, font, run]) => {
        if (font !== undefined) return { ...state, font }
        const glyphs = [...run!.matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
        missing += glyphs.filter((glyph) => glyph === '0000').length
        const text = glyphs.map((glyph) => fonts.get(state.font)?.get(glyph.toLowerCase()) ?? '').join('')
        return { ...state, lines: [...state.lines, text] }
      },
      { font: '', lines: [] },
    ).lines
  })
  return { lines, moves, pages: pages.length, missing }
}

/** Maps glyph numbers (hexadecimal) to text, from a ToUnicode table. */
function tableOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first, , entries] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    for (const [n, [, hex]] of [...entries!.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const units = hex!.replaceAll(' ', '').match(/.{4}/g) ?? []
      const glyph = (Number.parseInt(first!, 16) + n).toString(16).padStart(4, '0')
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return letters
}
