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
  ŋ: 'n',
  Ŋ: 'N',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
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

const isPlainSign = (sign: string): boolean => single.has(sign) || double.has(sign)
const isOnePart = (text: string): boolean => countParts(toPhoneAlphabet(text)) === 1

/** The fewest letters to which a name is shortened for the sake of what follows the text. */
const shortestName = 12

/**
 * Writes a text with a name in it so that it fits into one part: with `ending` after it where there is room, if need be with
 * a shorter name. Signs of a name that the alphabet of phones lacks are left out, as one of them halves the room.
 */
export function fitText(write: (name: string) => string, name: string, ending: string): string {
  const plain = Array.from(toPhoneAlphabet(name)).filter(isPlainSign)
  const letters = plain.join('').trim() === '' ? ['-'] : plain
  const shorten = (length: number) =>
    length >= letters.length ? letters.join('') : `${letters.slice(0, length).join('').trimEnd()}...`
  const findFitting = (least: number, after: string): string | undefined => {
    for (let length = letters.length; length >= Math.min(least, letters.length); length -= 1) {
      const text = write(shorten(length)) + after
      if (isOnePart(text)) return text
    }
    return undefined
  }
  return findFitting(shortestName, ` ${ending}`) ?? findFitting(1, '') ?? write(letters.join(''))
}

/** In how many parts a text is sent, each of which is charged. */
export function countParts(text: string): number {
  const signs = Array.from(text)
  const isPlain = signs.every(isPlainSign)
  const length = isPlain ? signs.reduce((sum, sign) => sum + (double.has(sign) ? 2 : 1), 0) : text.length
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return length <= whole ? 1 : Math.ceil(length / part)
}
