const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Base45 (RFC 9285): the characters of a QR code's alphanumeric mode, three for each two bytes. */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 2) {
    const isPair = index + 1 < bytes.length
    let value = isPair ? bytes[index]! * 256 + bytes[index + 1]! : bytes[index]!
    for (let digit = 0; digit < (isPair ? 3 : 2); digit += 1) {
      text += alphabet[value % 45]!
      value = Math.floor(value / 45)
    }
  }
  return text
}

/** Returns the bytes of a text in base45; undefined for any other text. Each sequence of bytes has one text. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  const rest = text.length % 3
  if (rest === 1) return undefined
  const bytes = new Uint8Array(((text.length - rest) / 3) * 2 + (rest === 2 ? 1 : 0))
  for (let from = 0, index = 0; from < text.length; from += 3, index += 2) {
    const digits = Array.from(text.slice(from, from + 3), (character) => alphabet.indexOf(character))
    if (digits.includes(-1)) return undefined
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    const isPair = digits.length === 3
    if (value > (isPair ? 0xff_ff : 0xff)) return undefined
    if (isPair) bytes[index] = value >> 8
    bytes[isPair ? index + 1 : index] = value & 0xff
  }
  return bytes
}
