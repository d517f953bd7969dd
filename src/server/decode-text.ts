import { isUtf8 } from 'node:buffer'

/** The bytes of a file are no text, or no text whose encoding can be told. */
export class UndecodableText extends Error {}

export interface DecodedText {
  text: string
  encoding: string
}

/** What a decoder puts where it could not read: a text that has it was damaged before it came here. */
export const replacementCharacter = '\ufffd'

const marks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** `<?xml … encoding="…"?>`, `<meta charset="…">` and `<meta … content="…; charset=…">`. */
const declaration = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']|<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i

/** Encodings of Western languages, the likeliest first. Those of DOS are not known to decoders. */
const westernEncodings = ['windows-1252', 'iso-8859-15', 'macintosh']

/**
 * Decodes the text of a file by its byte order mark, its XML or HTML declaration, or what `label` says of it (an HTTP
 * charset); otherwise as UTF-8 where it is that, or as what is detected. Throws UndecodableText rather than to guess.
 */
export async function decodeText(bytes: Uint8Array, label?: string): Promise<DecodedText> {
  const certain = decodeDeclared(bytes, label)
  if (certain !== undefined) return certain
  // Loaded late: it is large, and few files need it.
  const { detect } = await import('jschardet')
  const { encoding: guess, mimeType } = detect(findTelling(bytes))
  if (mimeType !== null && !mimeType.startsWith('text/')) throw new UndecodableText(`this is ${mimeType}, not text`)
  const wide = /^utf-?(16)-?(le|be)/i.exec(guess ?? '')
  const guesses = wide === null ? [guess ?? '', ...westernEncodings] : [`utf-16${wide[2]!.toLowerCase()}`]
  for (const encoding of guesses.map(toLabel)) {
    const text = encoding === undefined ? undefined : tryDecode(bytes, encoding)
    if (text !== undefined && (wide !== null || isWestern(text))) return { text, encoding: encoding! }
  }
  throw new UndecodableText(
    `its encoding cannot be told${guess === null ? '' : ` (it may be ${guess})`}: save it as UTF-8`,
  )
}

/**
 * Decodes text whose encoding is certain: declared, or UTF-8. Undefined where it would have to be detected. Throws
 * UndecodableText for text that is not in the encoding that it declares, and for bytes that are no text.
 */
export function decodeDeclared(bytes: Uint8Array, label?: string): DecodedText | undefined {
  const mark = marks.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1]
  if (mark !== undefined) return decodeAs(bytes, mark)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024)).toString('latin1')
  const [, xml, html] = declaration.exec(start) ?? []
  const declared = label ?? xml ?? html
  // Text in another encoding is hardly ever valid UTF-8, which tools write whatever is declared.
  if (isUtf8(bytes) && !bytes.includes(0)) return decodeAs(bytes, 'utf-8')
  return declared === undefined ? undefined : decodeAs(bytes, declared)
}

function decodeAs(bytes: Uint8Array, label: string): DecodedText {
  const text = tryDecode(bytes, label)
  if (text === undefined)
    throw new UndecodableText(`it is not in the encoding that it declares (${label.slice(0, 40)})`)
  return { text, encoding: label.toLowerCase() }
}

/** Undefined for an encoding that is not known, for bytes that it does not have, and for what is no text. */
function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes)
    // The sign of the end of a DOS file is allowed there.
    return /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]|\u001a(?!$)/.test(text) ? undefined : text.replace(/\u001a$/, '')
  } catch {
    return undefined
  }
}

/** The lines that have more than ASCII: the others tell nothing, and outweigh those that do. */
function findTelling(bytes: Uint8Array): Uint8Array {
  if (bytes.subarray(0, 4_096).includes(0)) return bytes
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .split(/\r\n?|\n/)
  return Buffer.from(
    lines
      .filter((line) => /[\u0080-\u00ff]/.test(line))
      .slice(0, 2_000)
      .join('\n'),
    'latin1',
  )
}

/** The decoder's name for what the detector calls an encoding of Western text; undefined for others. */
function toLabel(detected: string): string | undefined {
  if (detected.startsWith('utf-16')) return detected
  if (/^mac-?(roman|intosh|iceland)/i.test(detected)) return 'macintosh'
  if (/8859-?15/.test(detected)) return 'iso-8859-15'
  return /1252|8859-?1$/.test(detected) ? 'windows-1252' : undefined
}

/** Letters of English, French, Spanish and their neighbours, and the signs that are used beside them. */
const westernSigns =
  /^[\t\n\v\f\r\u0020-\u007eÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖÙÚÛÜŸŒÆàáâäåãçèéêëìíîïñòóôöõøùúûüÿœæß’‘“”«»–—…•·°²³½¼¾©®™€£¢§¡¿ªº\u00a0\u00ad]*$/u
/** Accents in the wrong case, signs within words and three accented letters in a row are another encoding's. */
const misread =
  /\p{Ll}[ÀÁÂÄÅÇÈÉÊËÍÎÏÑÓÔÖÙÚÛÜŸŒÆ]|\p{Lu}[à-ÿœ]\p{Lu}|\p{Ll}[€£¢§°²³½¼¾©®•…“«–—™]\p{Ll}|[^\u0000-\u007f’‘“”«»–—…\u00a0]{3}/u
const isWestern = (text: string): boolean => westernSigns.test(text) && !misread.test(text)
