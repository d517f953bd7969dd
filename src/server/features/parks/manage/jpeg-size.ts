/** Reads width and height of a JPEG from its frame header. Throws RangeError for a file without one. */
export function readJpegSize(content: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < content.length;) {
    const marker = content[at + 1]!
    // Frame headers are C0 to CF, except for tables (C4, C8, CC).
    if (content[at] === 0xff && marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
    at += 2 + content.readUInt16BE(at + 2)
  }
  throw new RangeError('a JPEG without a frame')
}
