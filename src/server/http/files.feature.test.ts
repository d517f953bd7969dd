import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/kits/world.ts'
import { webFolder } from './files.ts'

let world: World
let asset: string
beforeAll(async () => {
  world = await createWorld()
  asset = readdirSync(join(webFolder, 'assets'))
    .find((name) => name.endsWith('.js.br'))!
    .replace(/\.br$/, '')
})
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

test('a file whose name has a hash is sent compressed, and may be kept for a year', async () => {
  const response = await get(`/assets/${asset}`, { 'accept-encoding': 'br' })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript') as string,
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get(`/assets/${asset}`)).headers['content-encoding']).toBeUndefined()
  expect((await world.app.inject({ method: 'HEAD', url: `/assets/${asset}` })).statusCode).toBe(200)
})

test('the service worker is never kept, other files for an hour', async () => {
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  for (const path of ['/favicon.svg', `/pictures/${readdirSync(join(webFolder, 'pictures'))[0]}`]) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['cache-control']], path).toEqual([200, 'public, max-age=3600'])
  }
})

test('hidden files, compressed copies and what does not exist are no files', async () => {
  for (const path of [
    `/assets/${asset}.br`,
    '/assets/none.js',
    '/assets/',
    '/assets/..%2Findex.html',
    '/index.html',
    '/.vite/manifest.json',
    '/.rendering/assets/x.js',
  ])
    expect((await get(path)).statusCode, path).toBe(404)
})
