import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { envelopeAddress, buildEnvelope, parseStackFrames } from './envelope.ts'
import { findMissingAssets } from './resources.ts'

describe('an envelope', () => {
  it('is sent to the DSN’s endpoint', () => {
    expect(envelopeAddress('https://abc@errors.example.com/7')).toBe(
      'https://errors.example.com/api/7/envelope/?sentry_version=7&sentry_key=abc',
    )
    expect(envelopeAddress('http://abc@127.0.0.1:9000/sub/7')).toBe(
      'http://127.0.0.1:9000/sub/api/7/envelope/?sentry_version=7&sentry_key=abc',
    )
  })
  it('parses the stack of every browser, innermost frame last', () => {
    const chromium = 'TypeError: x\n    at inner (https://p.example/a.js:1:20)\n    at https://p.example/b.js:3:4'
    const others = 'inner@https://p.example/a.js:1:20\n@https://p.example/b.js:3:4'
    const frames = [
      { function: '?', filename: 'https://p.example/b.js', lineno: 3, colno: 4, in_app: true },
      { function: 'inner', filename: 'https://p.example/a.js', lineno: 1, colno: 20, in_app: true },
    ]
    expect(parseStackFrames(chromium)).toEqual(frames)
    expect(parseStackFrames(others)).toEqual(frames)
  })
  it('is three lines of JSON for any error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (message, stack) => {
        const error = Object.assign(new Error(message), { stack })
        const lines = buildEnvelope(error, { path: 'https://p.example/', language: 'fr' }).split('\n')
        const [head, kind, event] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
        expect(lines).toHaveLength(3)
        expect(kind).toEqual({ type: 'event' })
        expect(event!['event_id']).toBe(head!['event_id'])
        expect(event!['exception']).toMatchObject({ values: [{ type: 'Error', value: message }] })
      }),
    )
  })
})

describe('findMissingAssets', () => {
  const here = 'https://p.example'
  it.each([
    ['https://p.example/assets/a-1.js', 404, true],
    ['https://p.example/assets/a-1.css', 500, true],
    ['https://p.example/assets/a-1.js', 200, false],
    // Some browsers don't expose the status.
    ['https://p.example/assets/a-1.js', undefined, false],
    ['https://p.example/assets/ng-1.svg', 404, false],
    ['https://p.example/api/v1/parks', 404, false],
    ['https://other.example/assets/a-1.js', 404, false],
  ])('%s with %s: %s', (name, responseStatus, missing) => {
    expect(findMissingAssets([{ name, ...(responseStatus !== undefined && { responseStatus }) }], here)).toEqual(
      missing ? [name] : [],
    )
  })
})
