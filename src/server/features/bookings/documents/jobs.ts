import type { Deps } from '#server/deps.ts'
import type { createQrFile, createQrImage, createQrPath } from '#server/output/qr-code.ts'
import type { createReceipt } from './receipt.ts'

/* Documents are drawn in a worker: a receipt takes 0.2 s of processor time, a QR code some 8 ms. */

const qrCode = new URL('../../../output/qr-code.ts', import.meta.url).href
const receipt = { module: new URL('./receipt.ts', import.meta.url).href, name: 'createReceipt' }
const qrPath = { module: qrCode, name: 'createQrPath' }
const qrImage = { module: qrCode, name: 'createQrImage' }
const qrFile = { module: qrCode, name: 'createQrFile' }
type HasWorkers = Pick<Deps, 'workers'>

/* Each throws `overloaded` when too many wait. */

export const drawReceipt = ({ workers }: HasWorkers, ...input: Parameters<typeof createReceipt>): Promise<Buffer> =>
  workers.documents.run<typeof createReceipt>(receipt, ...input)

export const drawQrPath = ({ workers }: HasWorkers, text: string): Promise<ReturnType<typeof createQrPath>> =>
  workers.passes.run<typeof createQrPath>(qrPath, text)

export const drawQrFile = async ({ workers }: HasWorkers, text: string): Promise<Buffer> =>
  Buffer.from(await workers.passes.run<typeof createQrFile>(qrFile, text))

export const drawQrImage = ({ workers }: HasWorkers, text: string): Promise<string> =>
  workers.passes.run<typeof createQrImage>(qrImage, text)
