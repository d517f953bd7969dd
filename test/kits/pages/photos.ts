import { onTestFinished, vi } from 'vitest'
import { newPhoto } from '#test/e2e/shop/orders.ts'

/**
 * A photo as a phone's camera gives it. Until the test ends, every photo that is chosen is taken for it: this DOM has no
 * canvas that would scale one down.
 */
export async function takePhoto(name = 'photo.jpg'): Promise<File> {
  const picture = await newPhoto()
  const url = `data:image/jpeg;base64,${picture.toString('base64')}`
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1_600, height: 1_200, close() {} }))
  const draw = vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(url)
  onTestFinished(() => {
    draw.mockRestore()
    vi.unstubAllGlobals()
  })
  return new File([new Uint8Array(picture)], name, { type: 'image/jpeg' })
}
