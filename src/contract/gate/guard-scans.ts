import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, Uuid, missingOr } from '#contract/fields.ts'

/*
 * What guards scan, with or without a network. Each scan is signed by the key of the phone and names the hash of the one
 * before it, so that none can be changed, left out or added afterwards (decision 45).
 */

export const directions = ['in', 'out'] as const
export const verdicts = ['green', 'amber', 'red'] as const
/** Why a verdict is not green, or why a scan changes nothing. */
export const scanReasons = [
  'invalid',
  'unknown',
  'revoked',
  'other_park',
  'early',
  'expired',
  'cancelled',
  'unpaid',
  'used',
  'left',
  'not_in',
  'not_your_park',
  'old_list',
  'unverified',
] as const
export type ScanReason = (typeof scanReasons)[number]

const Sequence = z
  .int(missingOr('whole_number'))
  .check(z.minimum(1, 'too_small'), z.maximum(1_000_000_000, 'too_large'))
const Hash = z.string().check(z.regex(/^([\da-f]{64})?$/, 'characters'))

export const GuardScan = z.strictObject({
  /** Counted by the phone, from 1. */
  seq: Sequence,
  /** Of this scan alone: sent again, it gets the same result. */
  nonce: Uuid,
  /** By the phone's clock, as corrected when it last reached us. */
  at: Instant,
  park_code: line(1, 20),
  direction: z.enum(directions),
  /** What was read or typed: a pass, or a booking code. */
  code: line(1, 1_000),
  verdict: z.enum(verdicts),
  reason: z.nullable(z.enum(scanReasons)),
  /** Whether the guard let the car through. */
  admitted: z.boolean(),
  /** When the list was read that the verdict comes from; null when it comes from the signature alone. */
  list_at: z.nullable(Instant),
  /** The SHA-256 of the text of the scan before it, as hexadecimal digits; empty for the first. */
  previous: Hash,
  /** ECDSA P-256 with SHA-256 of the scan's text: `r` and `s` as base64url. */
  signature: z.string().check(z.regex(/^[\w-]{86}$/, 'characters')),
})
export type GuardScan = z.infer<typeof GuardScan>

/** Returns the text that the phone signs, and whose hash the next scan names. */
export const toScanText = (device_id: string, scan: Omit<GuardScan, 'signature'>): string => {
  const { seq, nonce, at, park_code, direction, code, verdict, reason, admitted, list_at, previous } = scan
  const fields = [device_id, seq, nonce, at, park_code, direction, code, verdict, reason, admitted, list_at, previous]
  return `PWS1${JSON.stringify(fields)}`
}

const DeviceKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[\w-]{43}$/, 'characters')),
  y: z.string().check(z.regex(/^[\w-]{43}$/, 'characters')),
})

export const registerGuardDevice = endpoint({
  name: 'registerGuardDevice',
  method: 'POST',
  path: '/api/v1/guard/devices',
  summary: 'Registers a phone by the public key that it made; its scans are signed by it',
  tag: 'guard',
  auth: 'passes.check',
  idempotent: true,
  status: 201,
  body: z.strictObject({ name: line(1, 60), key: DeviceKey }),
  answer: z.object({ id: z.string(), name: z.string() }),
})

export const scanOutcomes = ['applied', 'already', 'conflict', 'late'] as const
export const stopReasons = ['gap', 'chain', 'signature', 'reused'] as const

/** How many scans a call may send. */
export const mostScans = 50

export const sendScans = endpoint({
  name: 'sendScans',
  method: 'POST',
  path: '/api/v1/guard/scans',
  summary: 'Takes the scans of a phone in their order, each once; stops at the first that breaks its chain',
  tag: 'guard',
  auth: 'passes.check',
  status: 200,
  body: z.strictObject({
    device_id: Uuid,
    /** The phone's corrected clock now: how far it is off moves the times of its scans. */
    sent_at: Instant,
    scans: z.array(GuardScan).check(z.minLength(1, 'required'), z.maxLength(mostScans, 'too_long')),
  }),
  answer: z.object({
    /**
     * `applied`: the car is in or out since, or the refusal is stored. `already`: another scan said so. `late`: what the
     * clock had made of the booking meanwhile is undone. `conflict`: the booking does not allow it, for `reason`.
     */
    results: z.array(
      z.object({
        seq: z.number(),
        nonce: z.string(),
        outcome: z.enum(scanOutcomes),
        reason: z.nullable(z.enum(scanReasons)),
      }),
    ),
    /** What the next scan must be, and name as `previous`. */
    next_seq: z.number(),
    previous: z.string(),
    stopped: z.nullable(z.enum(stopReasons)),
  }),
})
