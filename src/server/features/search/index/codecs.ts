/** How payloads are kept. They are bytes in the index's memory, not objects in the heap. */
export type Codec<P> = { encode: (payload: P) => Uint8Array; decode: (bytes: Uint8Array) => P }

/** For payloads that are bytes already. */
export const bytesCodec: Codec<Uint8Array> = { encode: (payload) => payload, decode: (bytes) => bytes }

export const jsonCodec = <P>(): Codec<P> => ({
  encode: (payload) => Buffer.from(JSON.stringify(payload)),
  decode: (bytes) => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as P,
})
