/** Reads the QR code in a picture; undefined if there is none. */
export type ReadPicture = (video: HTMLVideoElement) => Promise<string | undefined>

/** The browser's own reader, which Android and macOS have. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

async function findDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined
}

/** The browser's reader, otherwise one in JavaScript, which is loaded then. */
export async function findReader(): Promise<ReadPicture> {
  const detector = await findDetector()
  if (detector === undefined) return (await import('./readPixels.ts')).readPicture
  return async (video) => (await detector.detect(video))[0]?.rawValue
}
