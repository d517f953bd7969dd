import { writeFileSync } from 'node:fs'
import QRCode from 'qrcode'

const [width, height] = [640, 480]
const module_px = 7

/** Writes a film of one QR code, as Chromium's fake camera plays it (`--use-file-for-fake-video-capture`). */
export function buildCodeFilm(file: string, text: string): void {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const [left, top] = [(width - size * module_px) / 2, (height - size * module_px) / 2].map(Math.floor) as [
    number,
    number,
  ]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * module_px; y += 1)
    for (let x = 0; x < size * module_px; x += 1)
      if (data[Math.floor(y / module_px) * size + Math.floor(x / module_px)] === 1)
        light[(top + y) * width + left + x] = 16
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  )
}
