import { XMLParser, XMLValidator } from 'fast-xml-parser'
import sharp from 'sharp'

export interface Logo {
  type: 'image/svg+xml' | 'image/png' | 'image/webp'
  /** As it was sent. */
  content: Buffer
  /** At most 512 pixels wide and high. */
  png: Buffer
  /** In its own pixels. */
  width: number
  height: number
}

const readers = {
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
} as const

/** A logo is drawn at most four centimetres wide. */
const png_px = 512
const maxPixels = 25_000_000

/** What draws: no script, no style sheet or picture from elsewhere, no page within the page, no animation. */
const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask use symbol title desc text tspan style'.split(
    ' ',
  ),
)

/** Whether every element of an SVG only draws. Names of elements and attributes may have a prefix, as editors write them. */
export function isDrawing(text: string): boolean {
  if (/<!DOCTYPE|<!ENTITY|<\?xml-stylesheet/i.test(text) || XMLValidator.validate(text) !== true) return false
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    processEntities: true,
    trimValues: false,
  })
  const [root, ...more] = (parser.parse(text) as Node[]).filter((node) => !('#text' in node) && !('?xml' in node))
  return root !== undefined && more.length === 0 && 'svg' in root && draws(root)
}

/** An element: its name with its children, and `:@` with its attributes. */
type Node = Record<string, unknown>

function draws(node: Node): boolean {
  const { ':@': attributes = {}, ...element } = node
  if ('#text' in element) return true
  const [[name, children] = ['', []]] = Object.entries(element)
  return (
    elements.has(name) &&
    Object.entries(attributes as Record<string, string>).every(([key, value]) => isHarmless(key, value)) &&
    (name !== 'style' || isHarmlessStyle(JSON.stringify(children))) &&
    (children as Node[]).every(draws)
  )
}

/** No handler of an event, and no address but one within the drawing. */
const isHarmless = (name: string, value: string): boolean =>
  !/^on/i.test(name) &&
  (!/(?:^|:)href$/i.test(name) || value.startsWith('#')) &&
  (/^xmlns(?::|$)/.test(name) || isHarmlessStyle(value))

const isHarmlessStyle = (text: string): boolean =>
  !/@|\\(?!["nrt])|javascript:|expression\(/i.test(text) &&
  [...text.matchAll(/url\(\s*(.)/gi)].every(([, first]) => first === '#') &&
  !/url\(\s*$/i.test(text)

/** The type of a logo by its content; undefined for other files. */
function findType(content: Buffer): Logo['type'] | undefined {
  const start = content.subarray(0, 16).toString('latin1')
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png'
  if (/^RIFF[^]{4}WEBPVP8[ LX]/.test(start)) return 'image/webp'
  return isDrawing(content.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** Reads a logo: SVG that only draws, PNG or WebP. Undefined for anything else. */
export async function readLogo(content: Buffer): Promise<Logo | undefined> {
  const type = findType(content)
  if (type === undefined) return undefined
  // The readers of photos stay as they are for the next job of this process.
  const operation = [readers[type]]
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation })
  try {
    const { width, height } = await sharp(content, { limitInputPixels: maxPixels, pages: 1 }).metadata()
    const png = await sharp(content, {
      limitInputPixels: maxPixels,
      pages: 1,
      // Sharp for small drawings too.
      ...(type === 'image/svg+xml' && {
        density: Math.min(2_400, Math.max(72, (72 * png_px) / Math.max(width, height))),
      }),
    })
      .resize({ width: png_px, height: png_px, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: 4 })
      .toBuffer()
    return { type, content, png, width, height }
  } catch {
    return undefined
  } finally {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', readers['image/png'], readers['image/webp']] })
  }
}
