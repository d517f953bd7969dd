import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { errorStatus } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { features } from '#server/features.ts'
import { addFigures, useMetrics } from '#server/http/metrics.ts'
import { addReplicaFigures } from '#server/http/replica-reads.ts'
import { jobMetrics } from '#server/job-metrics.ts'
import { loadEndpoints } from '#test/kits/contract.ts'
import { fillIn } from '../../scripts/trial/cluster.ts'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; look: string }
}
const read = (file: string) => readFileSync(`ops/${file}`, 'utf8')
const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
const isInstalled = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

test('every metric that an alert or the dashboard names is one that a server has', () => {
  const app = Fastify()
  useMetrics(app, { probe: async () => undefined, waiting: () => 0 })
  collectDefaultMetrics({ register: app.metrics })
  // Figures are read only when they are asked for.
  const deps = {} as Deps
  addReplicaFigures(app, { replica: {} as Deps['replica'] })
  addFigures(app.metrics, [...jobMetrics(deps), ...features.flatMap(({ metrics }) => metrics?.(deps) ?? [])])
  const known = new Map(app.metrics.getMetricsAsArray().map((metric) => [metric.name, metric]))
  const named = expressions
    .flatMap((expr) => [...expr.matchAll(/\b((?:parkwell|http_server|nodejs|process)_\w+)/g)])
    .map(([, name]) => name!.replace(/(?<=duration_seconds)_(bucket|count|sum)$/, ''))
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  const watched = new Set(named)
  const own = [...known.keys()].filter((name) => /^(parkwell|http_server)_/.test(name))
  expect(own.filter((name) => !watched.has(name))).toEqual([])
})

test.skipIf(!isInstalled('promtool'))(
  'Prometheus accepts the alerts, and each fires in its test (skipped where promtool is not installed)',
  () => {
    for (const [kind, file] of [
      ['check', 'alerts.yaml'],
      ['test', 'alerts.test.yaml'],
    ] as const)
      expect(spawnSync('promtool', [kind, 'rules', file], { cwd: 'ops', encoding: 'utf8' })).toMatchObject({
        status: 0,
      })
  },
)

test('the calls and outcomes that they name exist', async () => {
  const valuesOf = (label: string) =>
    expressions
      .flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}=~?"([^"]+)"`, 'g'))])
      .flatMap(([, values]) => values!.split('|'))
  expect(valuesOf('call').length).toBeGreaterThan(1)
  const calls = new Set((await loadEndpoints()).map(({ name }) => name))
  expect(valuesOf('call').filter((name) => !calls.has(name))).toEqual([])
  expect(valuesOf('outcome').filter((code) => code !== 'ok' && !(code in errorStatus))).toEqual([])
})

test('each alert says how urgent it is and where to look, and fires in its test', () => {
  const { tests } = parse(read('alerts.test.yaml')) as {
    tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
  }
  expect(tests.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert))
  for (const { name, alert_rule_test } of tests)
    expect(alert_rule_test.map(({ alertname, exp_alerts }) => [alertname, exp_alerts.length])).toEqual([
      [name, 0],
      [name, 1],
    ])
  const panels = new Set(dashboard.panels.map(({ title }) => title))
  for (const { labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary.length).toBeGreaterThan(10)
    const panel = /^the dashboard, (.+)$/.exec(annotations.look)?.[1]
    if (panel !== undefined) expect(panels).toContain(panel)
  }
})

/* The configuration of two servers and three databases, read by the programs that it is for. */

/** Addresses on which nobody listens, and one on which a listener stands for etcd. */
async function fillInTemplate(): Promise<string> {
  const etcd = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => etcd.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void etcd.close())
  return fillIn(read('ha/patroni.yml'), {
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
  const lines = read('ha/databases.cfg')
    .split('\n')
    .map((line) => line.trim())
  expect(lines).toContain('option httpchk OPTIONS /primary')
  expect(lines.find((line) => line.startsWith('default-server'))).toContain('on-marked-down shutdown-sessions')
})

test.skipIf(!isInstalled('haproxy'))('HAProxy can read its files (skipped where haproxy is not installed)', () => {
  const addresses = ['LISTEN', 'LISTEN_REPLICAS', 'FIRST', 'SECOND', 'DATABASE_1', 'DATABASE_2', 'DATABASE_3']
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
