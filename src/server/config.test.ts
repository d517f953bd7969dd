import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

/** What production cannot do without. */
const live = { PUBLIC_URL: 'https://parkwell.example', DATABASE_URL: 'postgres://db/parkwell' }

describe('settings', () => {
  test('defaults to a local server with simulators and demo data', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      production: false,
      simulators: true,
      demo: true,
      RATE_REGISTER_HOUR: 60,
    })
  })

  test('turns simulators and demo data off in production', () => {
    expect(readConfig({ ...live, NODE_ENV: 'production' })).toMatchObject({
      production: true,
      simulators: false,
      demo: false,
    })
  })

  test('turns simulators off when a provider key is set', () => {
    expect(readConfig({ PAYSTACK_SECRET_KEY: 'sk' }).simulators).toBe(false)
    expect(readConfig({ WAVE_PAYOUT_KEY: 'key' }).simulators).toBe(false)
  })

  test('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined })
  })

  test.each([
    [{}, undefined],
    [{ HOST: 'localhost' }, undefined],
    [{ HOST: '0.0.0.0' }, 30],
    [{ HOST: '0.0.0.0', DEMO_RESET_MINUTES: '60' }, 60],
    [{ HOST: '0.0.0.0', DEMO_RESET_MINUTES: 'off' }, undefined],
    [{ HOST: '0.0.0.0', DEMO_DATA: 'off' }, undefined],
    [{ HOST: '0.0.0.0', NODE_ENV: 'production', ...live }, undefined],
  ])('resets a demo that others can reach: %o', (environment, minutes) => {
    expect(readConfig(environment).demo_reset_minutes).toBe(minutes)
  })

  test.each([
    ['off', false],
    ['2', 2],
    ['10.0.0.0/8, 2001:db8::1', ['10.0.0.0/8', '2001:db8::1']],
  ])('reads the proxies of %s', (TRUST_PROXY, expected) => {
    expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(expected)
  })

  test.each([
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://a/b' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ MAP_STYLE_URL: 'javascript:alert(1)' }, 'MAP_STYLE_URL'],
    [{ DEMO_RESET_MINUTES: '0' }, 'DEMO_RESET_MINUTES'],
    [{ DEMO_RESET_MINUTES: '30', NODE_ENV: 'production' }, 'DEMO_RESET_MINUTES'],
    [{ SIMULATORS: 'on', NODE_ENV: 'production' }, 'SIMULATORS'],
    [{ SIMULATORS: 'on', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, 'SIMULATORS'],
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ WAVE_API_KEY: 'key' }, 'WAVE_WEBHOOK_SECRET'],
    [{ PAYSTACK_TRANSFERS: 'on' }, 'PAYSTACK_SECRET_KEY'],
    [{ STRIPE_CONNECT: 'on' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'wh' }, 'STRIPE_CONNECT=on'],
    [{ WAVE_PAYOUT_SIGNING_SECRET: 'secret' }, 'WAVE_PAYOUT_KEY'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV'],
    [{ NODE_ENV: 'production', DATABASE_URL: live.DATABASE_URL }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', PUBLIC_URL: live.PUBLIC_URL }, 'DATABASE_URL'],
    [{ REDIS_URL: 'http://cache' }, 'REDIS_URL'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY: must be off, the number of proxies'],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.1, balancer' }, 'TRUST_PROXY'],
  ])('rejects %o and names the setting', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(name)
  })

  test('does not include the rejected value, which may contain a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }) as Error,
    )
  })
})

describe('settings in files', () => {
  const makeFolder = (files: Record<string, string>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  test('are read where NAME_FILE names the file, without the line end', () => {
    const folder = makeFolder({ url: `${live.DATABASE_URL}\n` })
    expect(readConfig({ DATABASE_URL_FILE: join(folder, 'url') }).DATABASE_URL).toBe(live.DATABASE_URL)
  })

  test('are read from the credentials of systemd, beside others that are none of ours', () => {
    const folder = makeFolder({
      parkwell_DATABASE_URL: live.DATABASE_URL,
      parkwell_SMTP_URL: '\n',
      STRIPE_SECRET_KEY: 'sk_of_another_service',
    })
    const config = readConfig({ ...live, DATABASE_URL: '', NODE_ENV: 'production', CREDENTIALS_DIRECTORY: folder })
    expect(config).toMatchObject({ DATABASE_URL: live.DATABASE_URL, production: true })
    expect(config.SMTP_URL).toBeUndefined()
    expect(config.STRIPE_SECRET_KEY).toBeUndefined()
  })

  test('are refused where the file cannot be read, or where the environment has the setting too', () => {
    const folder = makeFolder({ parkwell_METRICS_TOKEN: 'hunter2', other: 'hunter3' })
    const wrong: [Record<string, string>, string][] = [
      [{ SMTP_URL_FILE: join(folder, 'none') }, 'SMTP_URL_FILE: the file cannot be read (ENOENT)'],
      [{ SMTP_URL_FILE: folder }, 'SMTP_URL_FILE: the file cannot be read (EISDIR)'],
      [
        { CREDENTIALS_DIRECTORY: folder, METRICS_TOKEN: 'hunter2' },
        'METRICS_TOKEN: set it in the environment or in a file, not in both',
      ],
      [{ PORT_FILE: join(folder, 'other') }, 'PORT: must be a port number'],
    ]
    for (const [environment, message] of wrong)
      expect(() => readConfig(environment)).toThrow(expect.objectContaining({ message }) as Error)
  })
})
