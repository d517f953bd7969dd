import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { brandLogo } from './brand-logo.ts'

/** The product's light colours, as in `styles/theme.css`. */
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

const fonts = new URL('../../../data/fonts/inter/', import.meta.url)
const files = { text: 'Inter-Regular.ttf', bold: 'Inter-SemiBold.ttf', black: 'Inter-Black.ttf' }
type Font = keyof typeof files

const read = new Map<Font, Buffer>()
function readFont(font: Font): Buffer {
  const cached = read.get(font)
  if (cached !== undefined) return cached
  const file = readFileSync(new URL(files[font], fonts))
  read.set(font, file)
  return file
}

const [page_width, page_height] = [595.28, 841.89]
const margin = 48
const width = page_width - 2 * margin
const [band_height, foot_height] = [72, 42]
const top_y = 48

interface TextStyle {
  font?: Font
  size?: number
  colour?: Colour
  width?: number
  align?: 'left' | 'right' | 'center'
  link?: string
  /** Tabular figures. Text without font features is cached per word, which is faster. */
  tabular?: boolean
}

/** Replaces what can't be drawn on one line: control characters and marks that change the text direction. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')

/**
 * Opens an A4 document in the product's style, filled from the top; blocks that don't fit go to the next page. Tagged,
 * so that screen readers read headings and paragraphs in order. Lengths are in points.
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
  for (const font of Object.keys(files) as Font[]) doc.registerFont(font, readFont(font))
  let y = 0

  const applyStyle = ({ font = 'text', size = 9.5, colour = 'ink' }: TextStyle) =>
    doc.font(font).fontSize(size).fillColor(colours[colour])
  const optionsOf = (style: TextStyle) => ({
    width: style.width ?? width,
    align: style.align ?? 'left',
    lineGap: 2,
    ...(style.tabular === true || style.align === 'right' ? { features: ['tnum' as const] } : {}),
  })
  const heightOf = (text: string, style: TextStyle) =>
    applyStyle(style).heightOfString(printable(text), optionsOf(style))
  /** Draws a text without moving the cursor; returns its height. */
  function drawText(tag: 'H1' | 'H2' | 'P', text: string, x: number, top: number, style: TextStyle): number {
    const line = printable(text)
    doc.addStructure(
      doc.struct(tag, {}, () => {
        applyStyle(style).text(line, x, top, {
          ...optionsOf(style),
          ...(style.link === undefined ? {} : { link: style.link, underline: true }),
        })
      }),
    )
    return heightOf(text, style)
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
  function ensureSpace(height: number): void {
    if (y + height <= page_height - foot_height - 12) return
    doc.addPage()
    y = top_y
  }

  return {
    /** Draws the dark header of the first page: logo, name and document title. */
    head(title: string): void {
      const logo = brandLogo()
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
        for (const x of logo === undefined ? [0, 8.2, 16.4] : [])
          doc
            .moveTo(margin + x, 46)
            .lineTo(margin + x + 7.2, 26)
            .lineWidth(4.4)
            .strokeColor(colours.kerb)
            .stroke()
      })
      if (logo !== undefined)
        doc.addStructure(
          doc.struct('Figure', { alt: facts.brand }, () => {
            doc.image(Buffer.from(logo), margin, 20, { fit: [190, 32], valign: 'center' })
          }),
        )
      else drawText('P', facts.brand, margin + 34, 25.5, { font: 'black', size: 17, colour: 'white', width: 200 })
      drawText('H1', title, margin + 210, 28, {
        font: 'bold',
        size: 13,
        colour: 'white',
        width: width - 210,
        align: 'right',
      })
      y = band_height + 22
    },
    /** Draws a section heading; it stays on one page with at least `room_pt` points of what follows. */
    heading(text: string, room_pt = 40): void {
      ensureSpace(28 + room_pt)
      y += 11
      y += drawText('H2', text, margin, y, { font: 'bold', size: 12 }) + 5
    },
    /** Draws facts in columns, each with a small name above its value. */
    facts(entries: readonly { name: string; lines: readonly string[]; size?: number }[]): void {
      const gap = 20
      const column = (width - gap * (entries.length - 1)) / entries.length
      const styles = entries.map(({ lines, size = 11 }) =>
        lines.map((_line, n): TextStyle =>
          n === 0 ? { font: 'bold', size, width: column } : { colour: 'soft', width: column },
        ),
      )
      const heights = entries.map(({ lines }, e) =>
        lines.reduce((sum, line, n) => sum + heightOf(line, styles[e]![n]!) + 1, 15),
      )
      ensureSpace(Math.max(...heights))
      for (const [e, { name, lines }] of entries.entries()) {
        const x = margin + e * (column + gap)
        drawText('P', name, x, y, { size: 8.5, colour: 'soft', width: column })
        let below = y + 14
        for (const [n, line] of lines.entries()) below += drawText('P', line, x, below, styles[e]![n]!) + 1
      }
      y += Math.max(...heights) + 9
    },
    /** Draws a number plate at the right edge, starting at `top`. */
    plate(name: string, country: string, text: string, top: number): void {
      const size = 20
      applyStyle({ font: 'black', size })
      const line = printable(text)
      const inner = Math.min(doc.widthOfString(line, { characterSpacing: 0.8 }) + 26, 260)
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
      drawText('P', name, x, top - 1, { size: 8.5, colour: 'soft', width: inner + 24 })
      doc.addStructure(
        doc.struct('P', {}, () => {
          applyStyle({ font: 'black', size }).text(line, x + 24, top + 19, {
            width: inner,
            align: 'center',
            characterSpacing: 0.8,
            lineBreak: false,
          })
        }),
      )
    },
    /** Draws a QR code at the right edge, starting at `top`. */
    code({ qr_path, size }: { qr_path: string; size: number }, top: number): void {
      const side = 72
      decorate(() =>
        doc
          .save()
          .translate(margin + width - side, top)
          .scale(side / size)
          .path(qr_path)
          .fill(colours.ink)
          .restore(),
      )
    },
    /** Draws a QR code in the middle, `side` points wide. */
    largeCode({ qr_path, size }: { qr_path: string; size: number }, side: number): void {
      const top = y
      decorate(() =>
        doc
          .save()
          .translate((page_width - side) / 2, top)
          .scale(side / size)
          .path(qr_path)
          .fill(colours.ink)
          .restore(),
      )
      y += side
    },
    /** Draws a text in the middle. */
    centred(text: string, style: Pick<TextStyle, 'font' | 'size' | 'colour' | 'link'>): void {
      y += drawText('P', text, margin, y, { ...style, align: 'center' })
    },
    /** Draws a label at the left and an amount at the right, with a line below. */
    row(left: string, right: string, { strong = false }: { strong?: boolean } = {}): void {
      const style: TextStyle = { tabular: true, ...(strong ? { font: 'bold', size: 11.5 } : {}) }
      const height = heightOf(left, { ...style, width: width - 130 })
      ensureSpace(height + 11)
      drawText('P', left, margin, y + 4, { ...style, width: width - 130 })
      drawText('P', right, margin + width - 125, y + 4, {
        ...style,
        width: 125,
        align: 'right',
        font: strong ? 'black' : 'bold',
      })
      y += height + 9
      rule(y)
    },
    /** Draws a row of a history: time, event, and person or amount. */
    event(when: string, what: string, end: string, { strong = false }: { strong?: boolean } = {}): void {
      const [first, last] = [158, 92]
      const middle = width - first - last - 12
      const height = Math.max(heightOf(what, { width: middle }), heightOf(when, { width: first - 8 }))
      ensureSpace(height + 9)
      drawText('P', when, margin, y + 4, { colour: 'soft', width: first - 8 })
      drawText('P', what, margin + first, y + 4, { width: middle })
      drawText('P', end, margin + width - last, y + 4, {
        width: last,
        align: 'right',
        ...(strong ? { font: 'bold' } : { colour: 'soft' }),
      })
      y += height + 8
      rule(y)
    },
    /** Draws an account row: date, description and two amounts; `head` marks the column names. */
    entry(cells: readonly [string, string, string, string], { head = false }: { head?: boolean } = {}): void {
      const [first, figure] = [92, 96]
      const middle = width - first - 2 * figure - 16
      const soft: TextStyle = head ? { colour: 'soft', size: 8.5 } : {}
      const height = Math.max(
        heightOf(cells[1], { ...soft, width: middle }),
        heightOf(cells[0], { ...soft, width: first }),
      )
      ensureSpace(height + 9)
      const right = { width: figure, align: 'right' as const }
      drawText('P', cells[0], margin, y + 4, { ...soft, colour: 'soft', width: first })
      drawText('P', cells[1], margin + first, y + 4, { ...soft, width: middle })
      drawText('P', cells[2], margin + width - 2 * figure, y + 4, {
        ...soft,
        ...right,
        ...(head ? {} : { font: 'bold' }),
      })
      drawText('P', cells[3], margin + width - figure, y + 4, { ...soft, ...right, colour: 'soft' })
      y += height + 8
      rule(y)
    },
    text(text: string, style: Pick<TextStyle, 'font' | 'colour' | 'link'> = {}): void {
      ensureSpace(heightOf(text, style) + 4)
      y += drawText('P', text, margin, y, style) + 4
    },
    gap(height: number): void {
      y += height
    },
    place: () => y,
    /** Adds the footers with page numbers and returns the file. */
    close(foot: (page: number, pages: number) => string): Promise<Buffer> {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        const top = page_height - foot_height
        rule(top)
        decorate(() =>
          applyStyle({ size: 8, colour: 'soft' }).text(foot(page + 1, count), margin, top + 10, {
            width,
            align: 'center',
          }),
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
