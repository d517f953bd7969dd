import jsQR from 'jsqr'
import { readBarcode } from './readBarcode.ts'

/** Wide enough for the 41 modules of a pass that fills a third of the picture, small enough for an old phone. */
const most_px = 720

const canvas = document.createElement('canvas')
const context = canvas.getContext('2d', { willReadFrequently: true })

/** Reads the QR code in a picture, or the barcode with `readsBarcodes`, in JavaScript. */
export function readPicture(video: HTMLVideoElement, readsBarcodes: boolean): Promise<string | undefined> {
  const scale = Math.min(1, most_px / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
  if (context === null || width === 0) return Promise.resolve(undefined)
  canvas.width = width
  canvas.height = height
  context.drawImage(video, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const barcode = readsBarcodes ? readBarcode({ data, width, height }) : undefined
  const code = barcode ?? jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data
  return Promise.resolve(code === '' ? undefined : code)
}
