import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * A file is the magic, a salt, and chunks of AES-256-GCM, each under its number and whether it is the last (the STREAM
 * construction, as in age): none can be changed, left out, moved or cut off unnoticed.
 */
const magic = Buffer.from('PWBACKUP1\n')
const salt_bytes = 16
const chunk_bytes = 65_536
const tag_bytes = 16

/** The file is no backup, was changed or cut off, or is encrypted with another key. */
export class UnreadableBackup extends Error {
  constructor() {
    super('The backup cannot be read: it was changed or cut off, or BACKUP_KEY is not the key that it was made with.')
  }
}

const keyOf = (key: Buffer, salt: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, salt, 'parkwell backup', 32))

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Pieces of `size` bytes, and one of at most `size` at the end, which is known as the last. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0)
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data])
    for (; waiting.length > size; waiting = waiting.subarray(size))
      yield { piece: waiting.subarray(0, size), isLast: false }
  }
  yield { piece: waiting, isLast: true }
}

/** Encrypts a stream with a key of 32 bytes. */
export async function* encrypt(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(salt_bytes)
  const fileKey = keyOf(key, salt)
  yield Buffer.concat([magic, salt])
  let chunk = 0
  for await (const { piece, isLast } of inPieces(source, chunk_bytes)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(chunk, isLast))
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    chunk += 1
  }
}

/** Decrypts what `encrypt` has written. Throws UnreadableBackup, before it passes on anything of a wrong chunk. */
export async function* decrypt(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const reading = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < magic.length + salt_bytes) {
    const { value, done } = await reading.next()
    if (done === true) throw new UnreadableBackup()
    head = Buffer.concat([head, value])
  }
  if (!head.subarray(0, magic.length).equals(magic)) throw new UnreadableBackup()
  const fileKey = keyOf(key, head.subarray(magic.length, magic.length + salt_bytes))
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(magic.length + salt_bytes)
    for (;;) {
      const { value, done } = await reading.next()
      if (done === true) return
      yield value
    }
  }
  let chunk = 0
  for await (const { piece, isLast } of inPieces(rest(), chunk_bytes + tag_bytes)) {
    if (piece.length < tag_bytes) throw new UnreadableBackup()
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(chunk, isLast))
    decipher.setAuthTag(piece.subarray(piece.length - tag_bytes))
    const plain = decipher.update(piece.subarray(0, piece.length - tag_bytes))
    try {
      decipher.final()
    } catch {
      throw new UnreadableBackup()
    }
    yield plain
    chunk += 1
  }
}
