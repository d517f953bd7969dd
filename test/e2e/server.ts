import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { copyFilled, fillOnce } from './filled.ts'

/** Starts the product as `npm start` does, on a fresh embedded database, with these settings beside the usual ones. */
export async function startProduct(
  settings: Record<string, string> = {},
): Promise<{ address: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-e2e-'))
  await copyFilled(join(folder, 'database'))
  const usual = { NODE_ENV: 'development', PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, RATE_LIMITS: 'off' }
  const child = spawn('node', ['src/server/main.ts'], {
    env: { ...process.env, ...usual, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const told = / is at (http:\S+)/.exec(line)?.[1]
      if (told !== undefined) resolve(told)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    address,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One product for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const forget = await fillOnce()
  const product = await startProduct()
  process.env['BASE_URL'] = product.address
  return async () => {
    await product.stop()
    forget()
  }
}
