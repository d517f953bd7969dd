/** The largest file of a logo, in bytes. */
export const maxLogo_bytes = 1024 * 1024

/**
 * A logo, which is served under an address that names its content and its size: `/brand/320x80-abcdefghijklmnop.svg`. The
 * same one as a PNG, for emails and PDFs, has `.png` in place of its own ending.
 */
export const logoPattern = /^\/brand\/(\d{1,5})x(\d{1,5})-[a-p]{16}\.(?:svg|png|webp)$/

/** Width and height of a logo by its address, in its own pixels. */
export function sizeOfLogo(address: string): { width: number; height: number } {
  const [, width, height] = logoPattern.exec(address)!
  return { width: Number(width), height: Number(height) }
}

/** The address of a logo as a PNG. */
export const pngOfLogo = (address: string): string => address.replace(/\.\w+$/, '.png')
