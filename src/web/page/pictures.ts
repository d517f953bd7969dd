/** Longer side of a photo in pixels, enough to read a bay number. */
const longest_px = 1280

/** Scales a picture down to a `data:` URL. Throws if the file is not a picture. */
export async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longest_px / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}

/** Decodes a `data:` URL. The content security policy does not allow `fetch` to read it. */
export function pictureOf(url: string): Blob {
  const [head = '', text = ''] = url.split(',')
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!)], { type })
}
