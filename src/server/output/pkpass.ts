import { readFileSync } from 'node:fs'
import { PKPass } from 'passkit-generator'
import type { AppleKeys } from '#server/providers/wallets/keys.ts'

interface PassField {
  key: string
  label: string
  value: string
  /** Shown on the lock screen when the value has changed; `%@` stands for the new one. */
  changeMessage?: string
  /** The value with links. */
  attributedValue?: string
}

/** `pass.json` of Apple's package format, as far as we write it. Instants are ISO 8601. */
export interface ApplePass {
  formatVersion: 1
  passTypeIdentifier: string
  teamIdentifier: string
  serialNumber: string
  authenticationToken: string
  webServiceURL: string
  organizationName: string
  description: string
  logoText: string
  foregroundColor: string
  backgroundColor: string
  labelColor: string
  relevantDate: string
  relevantDates: { startDate: string; endDate: string }[]
  expirationDate: string
  voided: boolean
  sharingProhibited: boolean
  locations: { latitude: number; longitude: number; relevantText: string }[]
  barcodes?: { format: 'PKBarcodeFormatQR'; message: string; messageEncoding: 'iso-8859-1'; altText: string }[]
  eventTicket: {
    headerFields: PassField[]
    primaryFields: PassField[]
    secondaryFields: PassField[]
    auxiliaryFields: PassField[]
    backFields: PassField[]
  }
}

const imageNames = ['icon', 'logo'].flatMap((name) => ['', '@2x', '@3x'].map((size) => `${name}${size}.png`))
let images: Record<string, Buffer> | undefined

/** Writes a pass with our images as a file that is signed with these keys (`.pkpass`). Takes some 30 ms: for a worker. */
export function createPkpass(pass: ApplePass, { certificate, key, intermediate }: AppleKeys): Buffer {
  images ??= Object.fromEntries(
    imageNames.map((name) => [name, readFileSync(new URL(`pass-images/${name}`, import.meta.url))]),
  )
  const files = { ...images, 'pass.json': Buffer.from(JSON.stringify(pass)) }
  return new PKPass(files, { signerCert: certificate, signerKey: key, wwdr: intermediate }).getAsBuffer()
}
