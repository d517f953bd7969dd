import * as contract from '#contract/wallet-passes/wallet-passes.ts'
import { readConfig } from '#server/config.ts'
import { PassPushes } from '#server/providers/wallets/apns.ts'
import { GoogleWallet, googleServices } from '#server/providers/wallets/google-wallet.ts'
import { createWorld, type Driver } from '../world.ts'
import { startPushGateway } from './apns.ts'
import { startGoogleService } from './google.ts'
import { buildAuthority, buildPassCertificate, buildServiceAccount, passType } from './keys.ts'
import { isVerifiedInTurn, readPkpass } from './pkpass.ts'

/** The product with both wallets set up, beside stand-ins of what it calls. */
export async function createWalletWorld(options: { pool?: number } = {}) {
  const authority = buildAuthority()
  const { key, certificate } = buildPassCertificate(authority)
  const gateway = await startPushGateway(authority)
  const time: { of?: () => Date } = {}
  const google = await startGoogleService(() => time.of?.() ?? new Date())
  const account = buildServiceAccount(`${google.origin}/token`)
  google.account = account
  const settings = {
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_PASS_KEY: key,
    APPLE_WWDR_CERTIFICATE: authority.certificate,
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_KEY: account.file,
  }
  const { apple_keys, google_keys } = readConfig(settings)
  const pushes = new PassPushes(apple_keys!, { service: gateway.service, ca: authority.certificate })
  const wallets = {
    apple: { keys: apple_keys!, pushes },
    google: new GoogleWallet(google_keys!, { ...googleServices, api: google.origin }),
  }
  const world = await createWorld({ ...options, settings, wallets })
  time.of = world.deps.clock
  const close = async () => {
    pushes.close()
    await world.close()
    await gateway.close()
    await google.close()
  }
  return { world, authority, gateway, google, close }
}
export type WalletWorld = Awaited<ReturnType<typeof createWalletWorld>>

/** A phone with passes in Apple Wallet, which keeps them up to date as Apple describes. */
export function buildPhone(
  { world, authority }: Pick<WalletWorld, 'world' | 'authority'>,
  device_id: string,
  token: string,
) {
  interface Held {
    token: string
    last_modified: string
    pass: ReturnType<typeof readPkpass>
  }
  const held = new Map<string, Held>()
  let tag: string | undefined
  const authorizationOf = (serial_number: string) => ({ authorization: `ApplePass ${held.get(serial_number)!.token}` })
  const paramsOf = (serial_number: string) => ({ device_id, pass_type_id: passType, serial_number })
  const take = (raw: Buffer, headers: Record<string, unknown>): Held => {
    const pass = readPkpass(raw, authority, isVerifiedInTurn())
    const taken = { pass, token: pass.authenticationToken, last_modified: String(headers['last-modified']) }
    held.set(pass.serialNumber, taken)
    return taken
  }
  const phone = {
    held,
    passOf: (serial_number: string) => held.get(serial_number)!.pass,
    /** Downloads a pass without registering; returns its serial number. */
    download: async (driver: Driver, bookingCode: string, language = 'en') => {
      const headers = { 'accept-language': language }
      const {
        raw,
        status,
        headers: answered,
      } = await world.call(contract.getApplePass, {
        params: { bookingCode },
        token: driver.token,
        headers,
      })
      if (status !== 200) throw new Error(`the pass was refused: ${status}`)
      return take(raw, answered).pass.serialNumber
    },
    register: async (serial_number: string, headers = authorizationOf(serial_number), pushToken = token) =>
      (
        await world.call(contract.registerWalletDevice, {
          params: paramsOf(serial_number),
          headers,
          body: { pushToken },
        })
      ).status,
    unregister: async (serial_number: string, headers = authorizationOf(serial_number)) =>
      (await world.call(contract.unregisterWalletDevice, { params: paramsOf(serial_number), headers })).status,
    add: async (driver: Driver, bookingCode: string, language = 'en') => {
      const serial_number = await phone.download(driver, bookingCode, language)
      await phone.register(serial_number)
      return serial_number
    },
    /** What it does when it is pushed: asks for what has changed, and fetches that. Returns the statuses by serial number. */
    update: async (): Promise<Record<string, number>> => {
      const { status, body } = await world.call(contract.listUpdatedPasses, {
        params: { device_id, pass_type_id: passType },
        query: tag === undefined ? {} : { passesUpdatedSince: tag },
      })
      if (status === 204) return {}
      tag = body.lastUpdated
      const statuses: Record<string, number> = {}
      for (const serial_number of body.serialNumbers) {
        const answer = await world.call(contract.getUpdatedPass, {
          params: { pass_type_id: passType, serial_number },
          headers: {
            ...authorizationOf(serial_number),
            'if-modified-since': held.get(serial_number)!.last_modified,
          },
        })
        statuses[serial_number] = answer.status
        if (answer.status === 200) take(answer.raw, answer.headers)
      }
      return statuses
    },
  }
  return phone
}
