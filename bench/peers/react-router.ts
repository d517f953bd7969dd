import { execFileSync, spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from '#test/kits/postgres.ts'
import { cpuOf } from '../lib.ts'
import { installPeer } from './packages.ts'

export interface ReactRouterServers {
  origins: readonly string[]
  /** Processor time of all of them so far, in milliseconds. */
  cpu: () => number
  stop: () => Promise<void>
}

/**
 * Builds our pages as an application of React Router and serves them with its own server, one process for each core. The
 * components, the queries and their data are ours, the data of each page answered from memory as JSON after its first
 * request; the document, the route's loader and the stream are React Router's.
 */
export async function openReactRouter(api: string): Promise<ReactRouterServers> {
  const folder = installPeer('react-router')
  rmSync(join(folder, 'app'), { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'react-router-app'), folder, { recursive: true })
  const environment = { PATH: process.env['PATH'], NODE_ENV: 'production' }
  console.info('Building the pages as an application of React Router…')
  execFileSync(join(folder, 'node_modules/.bin/react-router'), ['build'], {
    cwd: folder,
    env: { ...environment, PRODUCT: join(import.meta.dirname, '../..') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const home = await (await fetch(api)).text()
  const config = /<script[^>]*id="page-config"[^>]*>([^<]*)</.exec(home)?.[1]
  if (config === undefined) throw new Error('our page has no settings')
  const servers = await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const port = await findFreePort()
      const child = spawn(
        process.execPath,
        [join(folder, 'node_modules/@react-router/serve/bin.cjs'), 'build/server/index.js'],
        {
          cwd: folder,
          env: { ...environment, PORT: String(port), HOST: '127.0.0.1', API_ORIGIN: api, PAGE_CONFIG: config },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      process.once('exit', () => child.kill('SIGKILL'))
      await new Promise<void>((resolve, reject) => {
        // Its log of requests is read and dropped.
        createInterface({ input: child.stdout }).on('line', (line) => {
          if (line.includes('http://')) resolve()
        })
        child.once('exit', (code) => reject(new Error(`React Router's server ended with ${code}`)))
      })
      return { child, origin: `http://127.0.0.1:${port}` }
    }),
  )
  return {
    origins: servers.map(({ origin }) => origin),
    cpu: () => servers.reduce((sum, { child }) => sum + cpuOf(child.pid!), 0),
    stop: async () => {
      for (const { child } of servers) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
    },
  }
}
