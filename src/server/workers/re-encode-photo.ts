import sharp from 'sharp'

/** The formats of phones and browsers; every other reader of the library is closed to files of strangers. */
const readers = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: readers })
sharp.cache(false)
sharp.concurrency(1)

/** A large phone's picture has 50 to 200 million. */
const maxPixels = 100_000_000
const largestSide_px = 2_048

/**
 * Returns a photo as JPEG, upright, at most `maxSide_px` wide and high, without its metadata (place, device, thumbnail).
 * Undefined for a file that is no whole JPEG, PNG or WebP.
 */
export async function reEncodePhoto(content: Buffer, maxSide_px = largestSide_px): Promise<Buffer | undefined> {
  try {
    return await sharp(content, { limitInputPixels: maxPixels, failOn: 'truncated', pages: 1 })
      .autoOrient()
      .resize({ width: maxSide_px, height: maxSide_px, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: 4 })
      .toBuffer()
  } catch {
    return undefined
  }
}
