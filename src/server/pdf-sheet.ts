import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** The product's colours in the light, as `styles.css` has them. */
const colours = {
  ink: '#0d1526',
  soft: '#4a5568',
  line: '#e6e3dc',
  kerb: '#ffc531',
  act: '#1b4dff',
  white: '#ffffff',
  faint: '#1d273c',
  plate: '#1a3a8f',
} as const
type Colour = keyof typeof colours

const files = {
  text: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  black: import.meta.resolve('@expo-google-fonts/inter/900Black/Inter_900Black.ttf'),
}
type Font = keyof typeof files

const read = new Map<Font, Buffer>()
function fontOf(font: Font): Buffer {
  const known = read.get(font)
  if (known !== undefined) return known
  const file = readFileSync(fileURLToPath(files[font]))
  read.set(font, file)
  return file
}

const [page_width, page_height] = [595.28, 841.89]
const margin = 48
const width = page_width - 2 * margin
const [band_height, foot_height] = [72, 42]
const least_y = 48

type Look = {
  font?: Font
  size?: number
  colour?: Colour
  width?: number
  align?: 'left' | 'right'
  link?: string
  /** Figures of one width. A text that asks for nothing is shaped once for each of its words. */
  even?: boolean
}

/** Whatever cannot be drawn on one line of a page: control characters, and marks that turn the direction of text. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')

/**
 * A4 pages in the product's look, written from the top down; a part that does not fit goes to the next page. Tagged,
 * so that a screen reader reads headings and paragraphs in their order.
 */
export function openSheet(facts: { title: string; brand: string; language: string; at: Date }) {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: facts.language,
    displayTitle: true,
    info: { Title: facts.title, Author: facts.brand, CreationDate: facts.at },
  })
  for (const font of Object.keys(files) as Font[]) doc.registerFont(font, fontOf(font))
  let y = 0

  const dress = ({ font = 'text', size = 9.5, colour = 'ink' }: Look) =>
    doc.font(font).fontSize(size).fillColor(colours[colour])
  const optionsOf = (look: Look) => ({
    width: look.width ?? width,
    align: look.align ?? 'left',
    lineGap: 2,
    ...(look.even === true || look.align === 'right' ? { features: ['tnum' as const] } : {}),
  })
  const heightOf = (text: string, look: Look) => dress(look).heightOfString(printable(text), optionsOf(look))
  /** Draws without moving on. */
  function put(tag: 'H1' | 'H2' | 'P', text: string, x: number, top: number, look: Look): number {
    const said = printable(text)
    doc.addStructure(
      doc.struct(tag, {}, () => {
        dress(look).text(said, x, top, {
          ...optionsOf(look),
          ...(look.link === undefined ? {} : { link: look.link, underline: true }),
        })
      }),
    )
    return heightOf(text, look)
  }
  function decorate(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  const rule = (top: number, colour: Colour = 'line') =>
    decorate(() =>
      doc
        .moveTo(margin, top)
        .lineTo(margin + width, top)
        .lineWidth(0.75)
        .strokeColor(colours[colour])
        .stroke(),
    )
  function room(height: number): void {
    if (y + height <= page_height - foot_height - 12) return
    doc.addPage()
    y = least_y
  }

  return {
    /** The dark head of the first page: mark, name, what the paper is. */
    head(title: string): void {
      decorate(() => {
        doc.rect(0, 0, page_width, band_height).fill(colours.ink)
        doc.save().rect(0, 0, page_width, band_height).clip()
        for (let x = page_width - 250; x < page_width + 80; x += 46)
          doc
            .moveTo(x, band_height + 6)
            .lineTo(x + 42, -6)
            .lineWidth(9)
            .strokeColor(colours.faint)
            .stroke()
        doc.restore()
        for (const x of [0, 8.2, 16.4])
          doc
            .moveTo(margin + x, 46)
            .lineTo(margin + x + 7.2, 26)
            .lineWidth(4.4)
            .strokeColor(colours.kerb)
            .stroke()
      })
      put('P', facts.brand, margin + 34, 25.5, { font: 'black', size: 17, colour: 'white', width: 200 })
      put('H1', title, margin + 210, 28, {
        font: 'bold',
        size: 13,
        colour: 'white',
        width: width - 210,
        align: 'right',
      })
      y = band_height + 22
    },
    /** A part begins; at least so much of it stands with its heading. */
    heading(text: string, keep = 40): void {
      room(28 + keep)
      y += 11
      y += put('H2', text, margin, y, { font: 'bold', size: 12 }) + 5
    },
    /** Facts side by side, each a small name over what it says. */
    facts(entries: readonly { name: string; lines: readonly string[]; size?: number }[]): void {
      const gap = 20
      const column = (width - gap * (entries.length - 1)) / entries.length
      const looks = entries.map(({ lines, size = 11 }) =>
        lines.map((_line, n): Look =>
          n === 0 ? { font: 'bold', size, width: column } : { colour: 'soft', width: column },
        ),
      )
      const heights = entries.map(({ lines }, e) =>
        lines.reduce((sum, line, n) => sum + heightOf(line, looks[e]![n]!) + 1, 15),
      )
      room(Math.max(...heights))
      for (const [e, { name, lines }] of entries.entries()) {
        const x = margin + e * (column + gap)
        put('P', name, x, y, { size: 8.5, colour: 'soft', width: column })
        let below = y + 14
        for (const [n, line] of lines.entries()) below += put('P', line, x, below, looks[e]![n]!) + 1
      }
      y += Math.max(...heights) + 9
    },
    /** A plate as plates are: at the end of the line of what was written last. */
    plate(name: string, country: string, text: string, top: number): void {
      const size = 20
      dress({ font: 'black', size })
      const said = printable(text)
      const inner = Math.min(doc.widthOfString(said, { characterSpacing: 0.8 }) + 26, 260)
      const x = margin + width - inner - 24
      decorate(() => {
        doc.roundedRect(x, top + 13, inner + 24, 36, 5).fill(colours.white)
        doc
          .save()
          .roundedRect(x, top + 13, inner + 24, 36, 5)
          .clip()
        doc
          .rect(x, top + 13, 24, 36)
          .fill(colours.plate)
          .restore()
        doc
          .roundedRect(x, top + 13, inner + 24, 36, 5)
          .lineWidth(1.5)
          .strokeColor(colours.ink)
          .stroke()
        doc
          .font('bold')
          .fontSize(9)
          .fillColor(colours.white)
          .text(country, x, top + 26, { width: 24, align: 'center' })
      })
      put('P', name, x, top - 1, { size: 8.5, colour: 'soft', width: inner + 24 })
      doc.addStructure(
        doc.struct('P', {}, () => {
          dress({ font: 'black', size }).text(said, x + 24, top + 19, {
            width: inner,
            align: 'center',
            characterSpacing: 0.8,
            lineBreak: false,
          })
        }),
      )
    },
    /** What is said at the left, a figure at the right, a hairline under them. */
    row(left: string, right: string, { strong = false }: { strong?: boolean } = {}): void {
      const look: Look = { even: true, ...(strong ? { font: 'bold', size: 11.5 } : {}) }
      const high = heightOf(left, { ...look, width: width - 130 })
      room(high + 11)
      put('P', left, margin, y + 4, { ...look, width: width - 130 })
      put('P', right, margin + width - 125, y + 4, {
        ...look,
        width: 125,
        align: 'right',
        font: strong ? 'black' : 'bold',
      })
      y += high + 9
      rule(y)
    },
    /** When, what, and who or how much. */
    event(when: string, what: string, end: string, { strong = false }: { strong?: boolean } = {}): void {
      const [first, last] = [158, 92]
      const middle = width - first - last - 12
      const high = Math.max(heightOf(what, { width: middle }), heightOf(when, { width: first - 8 }))
      room(high + 9)
      put('P', when, margin, y + 4, { colour: 'soft', width: first - 8 })
      put('P', what, margin + first, y + 4, { width: middle })
      put('P', end, margin + width - last, y + 4, {
        width: last,
        align: 'right',
        ...(strong ? { font: 'bold' } : { colour: 'soft' }),
      })
      y += high + 8
      rule(y)
    },
    /** A line of an account: when, what, and two figures; the names of these columns are its head. */
    entry(cells: readonly [string, string, string, string], { head = false }: { head?: boolean } = {}): void {
      const [first, figure] = [92, 96]
      const middle = width - first - 2 * figure - 16
      const soft: Look = head ? { colour: 'soft', size: 8.5 } : {}
      const high = Math.max(
        heightOf(cells[1], { ...soft, width: middle }),
        heightOf(cells[0], { ...soft, width: first }),
      )
      room(high + 9)
      const right = { width: figure, align: 'right' as const }
      put('P', cells[0], margin, y + 4, { ...soft, colour: 'soft', width: first })
      put('P', cells[1], margin + first, y + 4, { ...soft, width: middle })
      put('P', cells[2], margin + width - 2 * figure, y + 4, { ...soft, ...right, ...(head ? {} : { font: 'bold' }) })
      put('P', cells[3], margin + width - figure, y + 4, { ...soft, ...right, colour: 'soft' })
      y += high + 8
      rule(y)
    },
    text(text: string, look: Pick<Look, 'font' | 'colour' | 'link'> = {}): void {
      room(heightOf(text, look) + 4)
      y += put('P', text, margin, y, look) + 4
    },
    gap(height: number): void {
      y += height
    },
    place: () => y,
    /** Numbers the pages and gives the file. */
    close(foot: (page: number, pages: number) => string): Promise<Buffer> {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        const top = page_height - foot_height
        rule(top)
        decorate(() =>
          dress({ size: 8, colour: 'soft' }).text(foot(page + 1, count), margin, top + 10, { width, align: 'center' }),
        )
      }
      return new Promise((resolve, reject) => {
        const parts: Buffer[] = []
        doc.on('data', (part: Buffer) => parts.push(part))
        doc.on('end', () => resolve(Buffer.concat(parts)))
        doc.on('error', reject)
        doc.end()
      })
    },
  }
}
