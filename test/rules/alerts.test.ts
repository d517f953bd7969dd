import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { errorStatus } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { features } from '#server/features.ts'
import { addFigures, useMetrics } from '#server/http/metrics.ts'
import { jobMetrics } from '#server/job-metrics.ts'
import { loadEndpoints } from '#test/kits/contract.ts'

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
