import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('settings', () => {
  test('nothing set: a local server with stand-ins and examples', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      production: false,
      simulators: true,
      demo: true,
      RATE_REGISTER_HOUR: 60,
    })
  })

  test('production has neither stand-ins nor examples', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ production: true, simulators: false, demo: false })
  })

  test('a key puts the stand-ins out', () => {
    expect(readConfig({ PAYSTACK_SECRET_KEY: 'sk' }).simulators).toBe(false)
  })

  test('an empty value counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined })
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
    [{ NODE_ENV: 'staging' }, 'NODE_ENV'],
  ])('%o is refused and named', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(name)
  })

  test('a refusal never shows the value, which may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }) as Error,
    )
  })
})
