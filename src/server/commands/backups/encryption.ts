import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { CommandError } from '../command.ts'

/** The file is none of age, was changed or cut off, or is encrypted for others. */
export class UnreadableBackup extends Error {
  constructor(cause: unknown) {
    super(
      `The backup cannot be read: it was changed or cut off, or BACKUP_IDENTITY is not the key of one of its recipients (${(cause as Error).message}).`,
      { cause },
    )
  }
}

export type Bytes = Uint8Array<ArrayBuffer>

/** The same stream under the name that browsers have for it. */
const streamOf = (source: AsyncIterable<Bytes>) => NodeStream.from(source) as unknown as ReadableStream<Bytes>
const piecesOf = (stream: ReadableStream) => stream as unknown as NodeStream<Bytes>

/** Encrypts a stream for these public keys, as the program `age` does. Throws CommandError where one is none. */
export async function* encrypt(source: AsyncIterable<Bytes>, recipients: readonly string[]): AsyncGenerator<Bytes> {
  const encrypter = new Encrypter()
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch (error) {
    throw new CommandError(`BACKUP_RECIPIENTS: ${(error as Error).message}`)
  }
  yield* piecesOf(await encrypter.encrypt(streamOf(source)))
}

/** Decrypts a stream of age. Throws UnreadableBackup, before it passes on anything of a wrong piece. */
export async function* decrypt(source: AsyncIterable<Bytes>, identities: readonly string[]): AsyncGenerator<Bytes> {
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    yield* piecesOf(await decrypter.decrypt(streamOf(source)))
  } catch (error) {
    throw new UnreadableBackup(error)
  }
}
