import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { registerGuardDevice, sendScans, toScanText, type GuardScan } from '#contract/gate/guard-scans.ts'
import { giveRole } from './desk/access-kit.ts'
import type { Driver, TestPark, World } from './world.ts'

interface Scan {
  at: Date
  direction: 'in' | 'out'
  code: string
  admitted?: boolean
  reason?: GuardScan['reason']
}

/** A guard's phone: makes its key, signs and chains its scans, and sends them when there is a network. */
export interface Phone {
  device_id: string
  park: TestPark
  scan: (scan: Scan) => GuardScan
  /** Sends all scans that were not confirmed; `lost`: the answer never arrives. */
  send: (options?: { lost?: boolean; clock_off_ms?: number; size?: number }) => ReturnType<typeof post>
  queue: GuardScan[]
}

const post = (world: World, guard: Driver, device_id: string, scans: GuardScan[], sent_at: Date) =>
  world.call(sendScans, { token: guard.token, body: { device_id, sent_at: sent_at.toISOString(), scans } })

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

export const signScan = (key: KeyObject, device_id: string, scan: Omit<GuardScan, 'signature'>): GuardScan => {
  const text = Buffer.from(toScanText(device_id, scan))
  return { ...scan, signature: sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url') }
}

export async function buildGuard(world: World, ...parks: TestPark[]): Promise<Driver> {
  const guard = await world.buildDriver()
  for (const { id } of parks) await giveRole(world.db, { user_id: guard.user_id, role: 'guard', park_id: id })
  return guard
}

export async function buildPhone(world: World, guard: Driver, park: TestPark): Promise<Phone & { key: KeyObject }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const key = { kty, crv, x, y } as { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  const { body } = await world.call(registerGuardDevice, { token: guard.token, body: { name: 'Gate phone', key } })
  const device_id = body.id
  const queue: GuardScan[] = []
  let seq = 0
  let previous = ''
  return {
    device_id,
    park,
    key: privateKey,
    queue,
    scan: ({ at, direction, code, admitted = true, reason = null }) => {
      seq += 1
      const scan = signScan(privateKey, device_id, {
        seq,
        nonce: randomUUID(),
        at: at.toISOString(),
        park_code: park.park_code,
        direction,
        code,
        verdict: admitted ? 'green' : 'red',
        reason,
        admitted,
        list_at: null,
        previous,
      })
      previous = hashOf(toScanText(device_id, scan))
      queue.push(scan)
      return scan
    },
    send: async ({ lost = false, clock_off_ms = 0, size = 50 } = {}) => {
      const scans = queue.slice(0, size)
      const sent_at = new Date(world.clock.now.getTime() + clock_off_ms)
      const answer = await post(world, guard, device_id, scans, sent_at)
      if (!lost && answer.status === 200) queue.splice(0, answer.body.results.length)
      return answer
    },
  }
}
