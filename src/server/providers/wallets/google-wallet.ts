import { importPKCS8, SignJWT, type CryptoKey } from 'jose'
import * as z from 'zod/mini'
import { minute_ms } from '#contract/time.ts'
import { type CallInit, fetchTraced } from '#server/trace.ts'
import { RemoteError } from '../remote-error.ts'
import type { GoogleKeys } from './keys.ts'

export const googleServices = {
  api: 'https://walletobjects.googleapis.com/walletobjects/v1',
  save: 'https://pay.google.com/gp/v/save/',
}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const timeout_ms = 10_000
/** A token is renewed this long before it ends. */
const early_ms = minute_ms
/** How long an assertion is valid, of which Google allows an hour. */
const assertion_s = 600

interface Text {
  defaultValue: { language: string; value: string }
}

/** A pass as Google's REST API has it (`genericObject`), without its id and class. */
export interface GooglePass {
  state: 'ACTIVE' | 'EXPIRED' | 'INACTIVE'
  genericType: 'GENERIC_PARKING_PASS'
  cardTitle: Text
  header: Text
  subheader: Text
  hexBackgroundColor: string
  logo?: { sourceUri: { uri: string }; contentDescription: Text }
  barcode?: { type: 'QR_CODE'; value: string; alternateText: string }
  validTimeInterval: { start: { date: string }; end: { date: string } }
  textModulesData: { id: string; header: string; body: string }[]
  linksModuleData: { uris: { id: string; uri: string; description: string }[] }
  merchantLocations: { latitude: number; longitude: number }[]
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })

/** The rows under the title of every pass: text modules by their ids. */
export const googleRows = [
  ['start', 'end'],
  ['plate', 'code'],
] as const

/** Google Wallet: passes by its REST API, and the links that save them. */
export class GoogleWallet {
  readonly #keys: GoogleKeys
  readonly #services: typeof googleServices
  #key: Promise<CryptoKey> | undefined
  #token: { text: string; until_ms: number } | undefined
  #hasClass = false

  constructor(keys: GoogleKeys, services: typeof googleServices = googleServices) {
    this.#keys = keys
    this.#services = services
  }

  /** Writes a pass, which Google may have or not. Throws RemoteError. */
  async save(id: string, pass: GooglePass, now: Date): Promise<void> {
    const changed = await this.#call('PATCH', `/genericObject/${this.#idOf(id)}`, pass, now)
    if (changed !== 404) return
    await this.#createClass(now)
    const whole = { id: this.#idOf(id), classId: this.#idOf('parking'), ...pass }
    const created = await this.#call('POST', '/genericObject', whole, now)
    // Somebody else has just created it, perhaps with less.
    if (created === 409) await this.#call('PATCH', `/genericObject/${this.#idOf(id)}`, pass, now)
  }

  /** Returns the address at which a driver saves the pass. It names the pass and does not contain it. */
  async link(id: string, origin: string, now: Date): Promise<string> {
    const objects = [{ id: this.#idOf(id), classId: this.#idOf('parking') }]
    const token = await new SignJWT({ typ: 'savetowallet', origins: [origin], payload: { genericObjects: objects } })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(this.#keys.client_email)
      .setAudience('google')
      .setIssuedAt(now)
      .sign(await this.#signingKey())
    return this.#services.save + token
  }

  #idOf(name: string): string {
    return `${this.#keys.issuer_id}.${name}`
  }

  #signingKey(): Promise<CryptoKey> {
    return (this.#key ??= importPKCS8(this.#keys.private_key, 'RS256'))
  }

  async #createClass(now: Date): Promise<void> {
    if (this.#hasClass) return
    const field = (id: string) => ({
      firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] },
    })
    const cardRowTemplateInfos = googleRows.map(([first, second]) => ({
      twoItems: { startItem: field(first), endItem: field(second) },
    }))
    const cardTemplateOverride = { cardRowTemplateInfos }
    await this.#call(
      'POST',
      '/genericClass',
      { id: this.#idOf('parking'), classTemplateInfo: { cardTemplateOverride } },
      now,
    )
    this.#hasClass = true
  }

  /** Returns the status of an answer that says something about the pass; throws RemoteError for any other failure. */
  async #call(method: 'POST' | 'PATCH', path: string, body: object, now: Date): Promise<number> {
    const authorization = `Bearer ${await this.#accessToken(now)}`
    const response = await request(this.#services.api + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.body?.cancel()
    if (response.ok || response.status === 404 || response.status === 409) return response.status
    if (response.status === 401) this.#token = undefined
    throw new RemoteError(`Google Wallet answered ${response.status} to ${method} ${path.split('/')[1]}`)
  }

  async #accessToken(now: Date): Promise<string> {
    if (this.#token !== undefined && this.#token.until_ms > now.getTime()) return this.#token.text
    const { client_email, token_uri } = this.#keys
    const issued_s = Math.floor(now.getTime() / 1_000)
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(issued_s)
      .setExpirationTime(issued_s + assertion_s)
      .sign(await this.#signingKey())
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const response = await request(token_uri, { method: 'POST', body: new URLSearchParams({ grant_type, assertion }) })
    const token = response.ok ? Token.safeParse(await response.json().catch(() => undefined)).data : undefined
    if (token === undefined) throw new RemoteError(`Google's token service answered ${response.status}`)
    this.#token = { text: token.access_token, until_ms: now.getTime() + token.expires_in * 1_000 - early_ms }
    return token.access_token
  }
}

async function request(url: string, init: CallInit): Promise<Response> {
  try {
    return await fetchTraced(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout_ms) }, false)
  } catch (error) {
    throw new RemoteError(`${new URL(url).host} could not be reached: ${String(error)}`, { cause: error })
  }
}
