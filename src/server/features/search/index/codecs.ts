import type { Codec } from './types.ts'

/** For payloads that are already bytes. */
export const bytesCodec: Codec<Uint8Array> = { encode: (payload) => payload, decode: (bytes) => bytes }

export const jsonCodec = <P>(): Codec<P> => ({
  encode: (payload) => Buffer.from(JSON.stringify(payload)),
  decode: (bytes) => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as P,
})
