import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import type { World } from './world.ts'

/** What processes keep of their compiled code, as by `npm start`: without it each takes a second or two more. */
export const compiled = process.env['NODE_COMPILE_CACHE'] ?? resolve('node_modules/.cache/node')

/** The URL of the database of a world, or of a copy. */
export async function databaseUrlOf({ db }: Pick<World, 'db'>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return inject('server_url').replace(/postgres$/, rows[0]!.name)
}

/** Ends what a test has begun: with the test, unless it says otherwise. */
type OnEnd = (end: () => Promise<void>) => void

/** A role of the world's database that logs in with a password, unlike others in tests; it ends with the test. */
export async function buildRoleWithPassword(world: Pick<World, 'db'>, password: string, onEnd: OnEnd = onTestFinished) {
  const { rows } = await sql<{ hba_file: string }>`show hba_file`.execute(world.db)
  const file = rows[0]!.hba_file
  const role = `rotating_${crypto.randomUUID().slice(0, 8)}`
  const rule = `local all ${role} scram-sha-256\n`
  const change = (next: string) => sql`alter role ${sql.id(role)} password ${sql.lit(next)}`.execute(world.db)
  // Other tests have rules of their own in it.
  const setRules = async (edit: (rules: string) => string) => {
    writeFileSync(file, edit(readFileSync(file, 'utf8')))
    await sql`select pg_reload_conf()`.execute(world.db)
  }
  await sql`create role ${sql.id(role)} superuser login password ${sql.lit(password)}`.execute(world.db)
  onEnd(() => setRules((rules) => rules.replace(rule, '')))
  await setRules((rules) => rule + rules)
  const url = await databaseUrlOf(world)
  return { change, urlWith: (given: string) => url.replace('//postgres@', `//${role}:${given}@`) }
}

/**
 * Starts the server as a separate process on a free port, which it keeps when restarted. It ends with the test,
 * or as `onEnd` has it, because a process that is left running would keep the output of the test run open.
 */
export async function startServerProcess(
  DATABASE_URL: string,
  more: Record<string, string> = {},
  {
    script = 'src/server/main.ts',
    cwd = process.cwd(),
    signal = 'SIGKILL' as NodeJS.Signals,
    onEnd = onTestFinished as OnEnd,
  } = {},
) {
  let child: ChildProcess
  let lines: Interface
  const server = {
    address: '',
    start: async () => {
      const PORT = new URL(server.address === '' ? 'http://127.0.0.1:0' : server.address).port || '0'
      const settings = {
        NODE_ENV: 'development',
        SHIPPED_DATA: 'off',
        RATE_LIMITS: 'off',
        OVERLOAD_MS: '0',
        LOG_LEVEL: 'silent',
        NODE_COMPILE_CACHE: compiled,
        ...more,
      }
      child = spawn(process.execPath, [script], {
        cwd,
        env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...settings, PORT, DATABASE_URL },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      lines = createInterface({ input: child.stdout! })
      await server.waitForStart()
    },
    /** Resolves once the process says that its server has started. */
    waitForStart: async () => {
      server.address = await new Promise<string>((resolve, reject) => {
        lines.on('line', (line) => {
          const address = / is at (http:[^\s"]+)/.exec(line)?.[1]
          if (address !== undefined) resolve(address)
        })
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
      })
    },
    /** Sends the signal and returns how the process ended. */
    end: async () => {
      const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
        child.once('exit', (code, by) => resolve({ code, signal: by })),
      )
      child.kill(signal)
      return ended
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) await server.end()
    },
  }
  onEnd(() => server.kill())
  await server.start()
  return server
}
