import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { buildAuthority, buildPassCertificate, buildServiceAccount, passType, team } from '#test/kits/wallets/keys.ts'

const authority = buildAuthority()
const { key, certificate } = buildPassCertificate(authority)
const apple = {
  APPLE_PASS_CERTIFICATE: certificate,
  APPLE_PASS_KEY: key,
  APPLE_WWDR_CERTIFICATE: authority.certificate,
}
const account = buildServiceAccount('https://oauth2.googleapis.com/token')
const google = { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678', GOOGLE_WALLET_KEY: account.file }
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString()

/** Why the server does not start with these settings; undefined if it does. */
function refusalOf(settings: Record<string, string>): string | undefined {
  try {
    readConfig(settings)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

describe('the keys of Apple Wallet', () => {
  test('name the pass type and the team by the certificate', () => {
    expect(readConfig(apple).apple_keys).toMatchObject({ pass_type_id: passType, team_id: team })
    expect(readConfig({}).apple_keys).toBeUndefined()
  })

  test.each(Object.keys(apple))('are refused without %s', (name) => {
    expect(refusalOf({ ...apple, [name]: '' })).toBe(
      'APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_WWDR_CERTIFICATE: set all three or none',
    )
  })

  const other = buildPassCertificate(authority, 'pass.example.other')
  test.each([
    [{ APPLE_PASS_CERTIFICATE: 'MIIB' }, 'APPLE_PASS_CERTIFICATE: must be PEM, without a password'],
    [{ APPLE_PASS_KEY: 'MIIB' }, 'APPLE_PASS_KEY: must be PEM, without a password'],
    [{ APPLE_WWDR_CERTIFICATE: key }, 'APPLE_WWDR_CERTIFICATE: must be PEM, without a password'],
    [
      { APPLE_PASS_CERTIFICATE: authority.issue('/CN=parkwell.example').certificate },
      'APPLE_PASS_CERTIFICATE: must be the certificate of a pass type ID',
    ],
    [{ APPLE_PASS_KEY: other.key }, 'APPLE_PASS_KEY: must be the RSA key of APPLE_PASS_CERTIFICATE'],
    [{ APPLE_PASS_KEY: elliptic }, 'APPLE_PASS_KEY: must be the RSA key of APPLE_PASS_CERTIFICATE'],
    [
      { APPLE_WWDR_CERTIFICATE: buildAuthority('Another').certificate },
      'APPLE_WWDR_CERTIFICATE: must be the one that has issued APPLE_PASS_CERTIFICATE',
    ],
  ])('are refused where they do not fit: %#', (changed, refusal) => {
    expect(refusalOf({ ...apple, ...changed })).toBe(refusal)
  })
})

describe('the keys of Google Wallet', () => {
  test('are read from the key file of a service account', () => {
    expect(readConfig(google).google_keys).toMatchObject({
      issuer_id: '3388000000012345678',
      client_email: account.client_email,
    })
    expect(readConfig({}).google_keys).toBeUndefined()
  })

  test.each([
    [{ GOOGLE_WALLET_KEY: '' }, 'GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY: set both or neither'],
    [{ GOOGLE_WALLET_ISSUER_ID: '' }, 'GOOGLE_WALLET_ISSUER_ID, GOOGLE_WALLET_KEY: set both or neither'],
    [{ GOOGLE_WALLET_ISSUER_ID: 'ours' }, 'GOOGLE_WALLET_ISSUER_ID: must be the number of an issuer'],
    [{ GOOGLE_WALLET_KEY: '/etc/key.json' }, 'GOOGLE_WALLET_KEY: must be the JSON key file of a service account'],
    [{ GOOGLE_WALLET_KEY: '{}' }, 'GOOGLE_WALLET_KEY: must be the JSON key file of a service account'],
    [
      { GOOGLE_WALLET_KEY: account.file.replace(/"-----BEGIN[^"]*"/, '"secret"') },
      'GOOGLE_WALLET_KEY: must be PEM, without a password',
    ],
    [
      { GOOGLE_WALLET_KEY: JSON.stringify({ ...(JSON.parse(account.file) as object), private_key: elliptic }) },
      'GOOGLE_WALLET_KEY: its private key must be RSA',
    ],
  ])('are refused where they do not fit: %#', (changed, refusal) => {
    expect(refusalOf({ ...google, ...changed })).toBe(refusal)
  })
})
