import { codeAlphabet } from '#contract/codes.ts'
import { fromBase45, toBase45 } from './base45.ts'

/*
 * A pass is `PW2:` and, in base45, 35 packed bytes with their Ed25519 signature of 64: 153 characters, which fit a QR code
 * of version 6. Server and guards' phones read it alike (decision 44).
 */

export const passPrefix = 'PW2:'
const version = 2
const packedLength = 35
const signatureLength = 64

/** What a pass says. A letter of the plate beyond A to Z is `·`: the list and the server have the plate itself. */
export interface PassContent {
  /** Of the signing key: eight hexadecimal digits. */
  key_id: string
  booking_code: string
  /** Of the booking's code: raised by a new plate or end, modulo 65,536. */
  generation: number
  park_code: string
  vehicle_type_id: number
  plate: string
  start_time: Date
  end_time: Date
}

/** Where each field begins. Numbers are big-endian. */
const at = {
  version: 0,
  key: 1,
  booking: 5,
  generation: 10,
  park: 12,
  vehicle: 17,
  plate: 18,
  start: 27,
  end: 31,
} as const

const plateSymbols = '\0' + '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -·'
const plateLength = 12
const otherLetter = plateSymbols.indexOf('·')
const generations = 65_536

/** Returns a generation as passes contain it. */
export const toPassGeneration = (generation: number): number => generation % generations

/** Returns the 35 bytes that are signed. Throws RangeError for what they cannot hold. */
export function packPass(pass: PassContent): Uint8Array<ArrayBuffer> {
  if (!/^[\da-f]{8}$/.test(pass.key_id)) throw new RangeError(`${pass.key_id} is not a key id`)
  const bytes = new Uint8Array(packedLength)
  const view = new DataView(bytes.buffer)
  view.setUint8(at.version, version)
  view.setUint32(at.key, Number.parseInt(pass.key_id, 16))
  writeCode(view, at.booking, pass.booking_code)
  view.setUint16(at.generation, toPassGeneration(pass.generation))
  writeCode(view, at.park, pass.park_code)
  view.setUint8(at.vehicle, requireWithin(pass.vehicle_type_id, 0xff))
  writePlate(view, pass.plate)
  view.setUint32(at.start, requireWithin(pass.start_time.getTime() / 1_000, 0xff_ff_ff_ff))
  view.setUint32(at.end, requireWithin(pass.end_time.getTime() / 1_000, 0xff_ff_ff_ff))
  return bytes
}

/** Returns the text of a QR code. */
export const toPassText = (packed: Uint8Array, signature: Uint8Array): string =>
  passPrefix + toBase45(new Uint8Array([...packed, ...signature]))

export interface ReadPass {
  content: PassContent
  /** The bytes that were signed. */
  packed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** Returns what a text says, with a signature that nobody has verified yet; undefined if it is not a pass. */
export function readPassText(text: string): ReadPass | undefined {
  if (!text.startsWith(passPrefix)) return undefined
  const bytes = fromBase45(text.slice(passPrefix.length))
  if (bytes?.length !== packedLength + signatureLength) return undefined
  const packed = bytes.slice(0, packedLength)
  const content = unpackPass(packed)
  return content && { content, packed, signature: bytes.slice(packedLength) }
}

function unpackPass(bytes: Uint8Array<ArrayBuffer>): PassContent | undefined {
  const view = new DataView(bytes.buffer)
  const booking_code = readCode(view, at.booking)
  const park_code = readCode(view, at.park)
  const plate = readPlate(view)
  if (view.getUint8(at.version) !== version || booking_code === undefined || park_code === undefined) return undefined
  const [start_s, end_s] = [view.getUint32(at.start), view.getUint32(at.end)]
  if (plate === undefined || end_s <= start_s) return undefined
  return {
    key_id: view.getUint32(at.key).toString(16).padStart(8, '0'),
    booking_code,
    generation: view.getUint16(at.generation),
    park_code,
    vehicle_type_id: view.getUint8(at.vehicle),
    plate,
    start_time: new Date(start_s * 1_000),
    end_time: new Date(end_s * 1_000),
  }
}

const codeLength = 8
/** One more than the letters: 0 stands for none, at the end. */
const codeBase = BigInt(codeAlphabet.length + 1)

/** Five bytes hold up to eight characters. */
function writeCode(view: DataView, offset: number, code: string): void {
  const digits = Array.from(code, (character) => codeAlphabet.indexOf(character) + 1)
  if (digits.length === 0 || digits.length > codeLength || digits.includes(0))
    throw new RangeError(`${code} is not a code`)
  let value = 0n
  for (let place = 0; place < codeLength; place += 1) value = value * codeBase + BigInt(digits[place] ?? 0)
  view.setUint8(offset, Number(value >> 32n))
  view.setUint32(offset + 1, Number(value & 0xff_ff_ff_ffn))
}

function readCode(view: DataView, offset: number): string | undefined {
  let value = (BigInt(view.getUint8(offset)) << 32n) | BigInt(view.getUint32(offset + 1))
  let code = ''
  for (let place = 0; place < codeLength; place += 1) {
    const digit = Number(value % codeBase)
    value /= codeBase
    if (digit > 0) code = codeAlphabet[digit - 1]! + code
    else if (code !== '') return undefined
  }
  return value === 0n && code !== '' ? code : undefined
}

/** Twelve characters of six bits each, which nine bytes hold exactly. */
function writePlate(view: DataView, plate: string): void {
  const characters = [...plate]
  if (characters.length > plateLength) throw new RangeError(`${plate} is longer than a plate`)
  let bits = 0n
  for (let place = 0; place < plateLength; place += 1) {
    const character = characters[place]
    const known = character === undefined ? 0 : plateSymbols.indexOf(character)
    bits = (bits << 6n) | BigInt(known === -1 ? otherLetter : known)
  }
  for (let byte = 8; byte >= 0; byte -= 1, bits >>= 8n) view.setUint8(at.plate + byte, Number(bits & 0xffn))
}

function readPlate(view: DataView): string | undefined {
  let bits = 0n
  for (let byte = 0; byte < 9; byte += 1) bits = (bits << 8n) | BigInt(view.getUint8(at.plate + byte))
  let plate = ''
  for (let place = 0; place < plateLength; place += 1, bits >>= 6n) {
    const symbol = plateSymbols[Number(bits & 0x3fn)]
    if (symbol === undefined || (symbol === '\0' && plate !== '')) return undefined
    if (symbol !== '\0') plate = symbol + plate
  }
  return plate
}

function requireWithin(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most) throw new RangeError(`${value} is not within ${most}`)
  return value
}
