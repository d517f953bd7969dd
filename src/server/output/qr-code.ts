import QRCode from 'qrcode'

/** Returns a QR code (error correction M) as an SVG path over a square of `size` modules, without the quiet zone. */
export function createQrPath(text: string): { qr_path: string; size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let qr_path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let run = 0
      while (x + run < size && modules.get(y, x + run)) run += 1
      if (run > 0) qr_path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  }
  return { qr_path, size }
}

const quietZone = 4

/** Returns a QR code as an SVG file, dark on white, with its quiet zone. */
export function createQrImage(text: string): string {
  const { qr_path, size } = createQrPath(text)
  const side = size + 2 * quietZone
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M${-quietZone} ${-quietZone}h${side}v${side}h-${side}z"/><path d="${qr_path}"/></svg>`
}

/** Returns a QR code as a PNG file of at least 480 pixels, dark on white, with its quiet zone. */
export const createQrFile = (text: string): Promise<Buffer> =>
  QRCode.toBuffer(text, { errorCorrectionLevel: 'M', margin: quietZone, width: 480 })
