/** Signs of GSM 03.38 that count once, and those that count twice. */
const single = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const double = new Set('\f^{}\\[~]|€')

/** What stands in for signs that the alphabet lacks and that our sentences have. */
const replaced: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '–': '-',
  '—': '-',
  '−': '-',
  '·': '-',
  '→': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '₦': 'NGN ',
  '°': 'o',
  œ: 'oe',
  Œ: 'OE',
}

/**
 * Writes a text in the alphabet of phones (GSM 03.38), in which a part has 160 signs instead of 70: typographic signs become
 * plain ones, and letters lose an accent that it lacks, such as the circumflex. Signs of other scripts stay.
 */
export function toPhoneAlphabet(text: string): string {
  return Array.from(text.normalize('NFC'), (sign) => {
    if (single.has(sign) || double.has(sign)) return sign
    const known = replaced[sign]
    if (known !== undefined) return known
    const bare = sign.normalize('NFD').replaceAll(/\p{M}/gu, '')
    return bare !== '' && Array.from(bare).every((letter) => single.has(letter)) ? bare : sign
  }).join('')
}

/** In how many parts a text is sent, each of which is charged. */
export function countParts(text: string): number {
  const signs = Array.from(text)
  const isPlain = signs.every((sign) => single.has(sign) || double.has(sign))
  const length = isPlain ? signs.reduce((sum, sign) => sum + (double.has(sign) ? 2 : 1), 0) : text.length
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return length <= whole ? 1 : Math.ceil(length / part)
}
