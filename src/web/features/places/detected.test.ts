import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryCodes } from '#contract/geography.ts'
import { detectedFrom, noteOf } from './detected.ts'
import { parseIpResponse } from './ipData.ts'

const at = 1_795_000_000_000
const ottawa = { ip: '203.0.113.12', city: 'Ottawa', region: 'Ontario' }
const first = {
  ...ottawa,
  country_code: 'CA',
  country_name: 'Canada',
  latitude: 45.4,
  longitude: -75.7,
  timezone: 'A/B',
}

describe('parseIpResponse', () => {
  const same = {
    ip: '203.0.113.12',
    location: {
      country: 'Canada',
      countryCode: 'CA',
      city: 'Ottawa',
      region: 'Ontario',
      latitude: 45.4,
      longitude: -75.7,
      timezone: 'A/B',
    },
    service: 'here',
    timestamp: at,
  }
  it.each([
    ['the first', first, same],
    [
      'the second',
      {
        success: true,
        ...ottawa,
        country: 'Canada',
        country_code: 'CA',
        latitude: 45.4,
        longitude: -75.7,
        timezone: { id: 'A/B' },
      },
      same,
    ],
    [
      'the third',
      { ...ottawa, country: 'CA', loc: '45.4,-75.7', timezone: 'A/B' },
      { ...same, location: { ...same.location, country: 'CA' } },
    ],
  ])('%s', (_name, answer, read) => expect(parseIpResponse(answer, 'here', at)).toEqual(read))

  it.each([
    undefined,
    null,
    7,
    'CA',
    [],
    {},
    { error: true, country_code: 'CA' },
    { success: false, country_code: 'CA' },
    { country_code: 'CAN' },
    { country_code: ['CA'] },
    { country: 'Canada' },
  ])('returns undefined for %j', (answer) => expect(parseIpResponse(answer, 'here', at)).toBeUndefined())

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        const read = parseIpResponse(answer, 'here', at)
        expect(read === undefined || /^[A-Z]{2}$/.test(read.location.countryCode)).toBe(true)
      }),
    )
  })
})

describe('detectedFrom', () => {
  const from = (code: string | undefined, chosen = false) =>
    detectedFrom(code === undefined ? undefined : parseIpResponse({ ...first, country_code: code }, 'here', at), chosen)

  it('preselects a served country', () => {
    for (const code of countryCodes) expect(from(code)).toMatchObject({ code, autoDetected: true })
    expect(noteOf(from('SN'))).toBe('auto_detected')
    expect(from('SN').detectedCity).toBe('Ottawa')
  })
  it('falls back to the United States for other countries', () => {
    expect(from('FR')).toMatchObject({ code: 'US', autoDetected: false, fallbackToDefault: true, errorFallback: false })
    expect(noteOf(from('FR'))).toBe('default')
  })
  it('falls back to the United States after an error', () => {
    expect(from(undefined)).toMatchObject({ code: 'US', autoDetected: false, errorFallback: true })
    expect(noteOf(from(undefined))).toBe('error_fallback')
  })
  it('only reports the detected country if one is chosen', () => expect(noteOf(from('CA', true))).toBe('detected'))
})
