import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiDescription } from '#server/http/api-description.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let description: ApiDescription
beforeAll(async () => {
  // With the login proxy, which is none of our calls.
  world = await createWorld({ settings: { FIREBASE_PROJECT_ID: 'example', FIREBASE_API_KEY: 'x' } })
  description = (await world.app.inject('/api/v1/openapi.json')).json<ApiDescription>()
})
afterAll(() => world.close())

const lint = async (config: Parameters<typeof lintFromString>[0]['config'], described: unknown) => {
  const problems = await lintFromString({ source: JSON.stringify(described), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

test('the OpenAPI description is valid and passes the rules of redocly.yaml', { timeout: 120_000 }, async () => {
  expect(await lint(await loadConfig({ configPath: 'redocly.yaml' }), description)).toEqual([])
})

test('only the two paths of the specification end with a slash', { timeout: 120_000 }, async () => {
  const paths = Object.keys(description.paths).filter((path) => path.endsWith('/'))
  expect(paths.toSorted()).toEqual(['/api/v1/parks/front/parks/', '/api/v1/user/vehicles/'])
  // The rule itself, on one path: the whole description takes seconds.
  const another = { ...description, paths: { '/api/v1/health/': description.paths['/api/v1/health']! } }
  const own = await loadConfig({ configPath: 'redocly.yaml' })
  expect(await lint(own, another)).toContainEqual(expect.stringContaining('only-specified-trailing-slashes'))
})

test('describes the calls of the contract and nothing else', () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual([...world.app.mounted.keys()].toSorted())
  expect(description.servers).toEqual([{ url: world.deps.publicUrl() }])
})

test('says of every call who may make it, what it answers and how it fails', () => {
  for (const { endpoint } of world.app.mounted.values()) {
    const { security, responses } = description.paths[endpoint.path]![endpoint.method.toLowerCase()]!
    expect(security.length === 0, endpoint.name).toBe(endpoint.auth === 'none')
    expect(Object.keys(responses), endpoint.name).toEqual([String(endpoint.status), '4XX', '5XX'])
    const content = responses[endpoint.status]!.content
    expect(content !== undefined, endpoint.name).toBe(endpoint.status !== 204)
    if (endpoint.answer !== undefined) expect(content, endpoint.name).toHaveProperty('application/json')
  }
})
