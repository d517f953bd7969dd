import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { fillIn } from '../../scripts/trial/cluster.ts'

/** The configuration of two servers and three databases, read by the programs that it is for. */
const isInstalled = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const template = readFileSync('ops/ha/patroni.yml', 'utf8')

/** Addresses on which nobody listens, and one on which a listener stands for etcd. */
async function fillInTemplate(): Promise<string> {
  const etcd = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => etcd.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void etcd.close())
  return fillIn(template, {
    NAME: 'first',
    RESTAPI: '127.0.0.2:1',
    POSTGRES: '127.0.0.2:2',
    ETCD: `127.0.0.1:${(etcd.address() as AddressInfo).port}`,
    DATA: '/nowhere/data',
    RUN: '/nowhere',
    SUPERUSER_PASSWORD: 'one',
    REPLICATION_PASSWORD: 'two',
    REWIND_PASSWORD: 'three',
  })
}

test('no acknowledged change is on one machine alone, and a leader keeps its lease for 20 seconds or more', async () => {
  const { bootstrap, etcd, etcd3 } = parse(await fillInTemplate()) as {
    etcd?: object
    etcd3?: object
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } }
  }
  expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  // The lease is compared before it is renewed.
  expect([etcd !== undefined, etcd3]).toEqual([true, undefined])
  const { ttl, loop_wait, retry_timeout } = bootstrap.dcs
  expect(ttl).toBeGreaterThanOrEqual(20)
  // Otherwise a leader could lose its lease while it still tries to renew it.
  expect(loop_wait + 2 * retry_timeout).toBeLessThan(ttl)
})

test('the balancer leads to the leader alone, and closes the connections to one that was replaced', () => {
  const lines = readFileSync('ops/ha/databases.cfg', 'utf8')
    .split('\n')
    .map((line) => line.trim())
  expect(lines).toContain('option httpchk OPTIONS /primary')
  expect(lines.find((line) => line.startsWith('default-server'))).toContain('on-marked-down shutdown-sessions')
})

test.skipIf(!isInstalled('haproxy'))('HAProxy can read its files (skipped where haproxy is not installed)', () => {
  const addresses = ['LISTEN', 'FIRST', 'SECOND', 'DATABASE_1', 'DATABASE_2', 'DATABASE_3']
  const env = Object.fromEntries([
    ['PATH', process.env['PATH']],
    ...addresses.map((name, n) => [name, `127.0.0.1:${n + 1}`]),
    ...[1, 2, 3].map((n) => [`RESTAPI_${n}`, '8008']),
  ]) as Record<string, string>
  for (const file of ['ops/haproxy.cfg', 'ops/ha/databases.cfg'])
    execFileSync('haproxy', ['-c', '-f', file], { env, stdio: 'pipe' })
})

test.skipIf(!isInstalled('patroni'))(
  'Patroni accepts its settings (skipped where patroni is not installed)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patroni-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'patroni.yml')
    writeFileSync(file, await fillInTemplate())
    const checked = spawnSync('patroni', ['--validate-config', file])
    expect(`${checked.stdout.toString()}${checked.stderr.toString()}`).toBe('')
    expect(checked.status).toBe(0)
  },
)
