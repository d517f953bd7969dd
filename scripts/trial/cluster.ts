import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#test/kits/postgres.ts'
import { waitFor } from './book.ts'

const ops = join(import.meta.dirname, '../../ops/ha')
/** Patroni refuses 127.0.0.1 as the address that others use. */
const hosts = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const
const startup_ms = 300_000

/** A database with its Patroni. */
export interface Member {
  name: string
  host: string
  port: number
  restapi_port: number
  folder: string
  settings: string
  patroni: ChildProcess
}

export interface Cluster {
  folder: string
  /** The database of the product, as its owner, through the balancer. */
  url: string
  /** Where a member itself answers, for its superuser. */
  urlOf: (member: Member) => string
  members: readonly Member[]
  versions: string
  findLeader: () => Promise<Member>
  /** Waits until every member runs on the leader's timeline and one of them is the synchronous standby. */
  waitUntilWhole: () => Promise<void>
  /** Kills Patroni and the database with all of its processes at once. */
  crash: (member: Member) => void
  start: (member: Member) => void
  freeze: (member: Member) => void
  /** Continues the database of a frozen member first, and its Patroni when `thawed` has resolved. */
  thaw: (member: Member, thawed: Promise<unknown>) => Promise<void>
  /** Kills the balancer before the databases and starts it again. */
  restartBalancer: () => void
  close: () => void
}

/** Fills in what differs between machines, as `envsubst` does. */
export const fillIn = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${name} is not given`)
    return value
  })

const idOf = (what: '-u' | '-g') => Number(execFileSync('id', [what, 'postgres']).toString())

/** The running processes below `parent`, and itself. */
function listProcesses(parent: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const found = [parent]
  for (const id of found) for (const [child, of] of parents) if (of === id) found.push(child)
  return found
}

function signal(ids: readonly number[], name: NodeJS.Signals): void {
  for (const id of ids)
    try {
      process.kill(id, name)
    } catch {
      // It ended meanwhile.
    }
}

/** The processes of a member's database; none where it does not run. */
function listDatabase({ folder }: Member): number[] {
  try {
    const id = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(folder) ? listProcesses(id) : []
  } catch {
    return []
  }
}

/**
 * Starts three members of etcd and three databases that follow each other, with the files of `ops/ha` and a balancer before
 * them, on loopback. Needs Debian's patroni, etcd-server and haproxy, and root, since PostgreSQL refuses it.
 */
export async function startCluster(): Promise<Cluster> {
  const account = { uid: idOf('-u'), gid: idOf('-g') }
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-ha-'))
  chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  const members: Member[] = []
  const close = () => {
    process.off('exit', close)
    for (const { patroni } of members) patroni.kill('SIGKILL')
    for (const member of members) signal(listDatabase(member), 'SIGKILL')
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  // Also where the script ends with an error that nobody has expected.
  process.once('exit', close)
  // What they write is in `PROGRAM.log` of the folder.
  const run = (command: string, words: readonly string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${command}.log`), 'a')
    const child = spawn(command, words, {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder, ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }
  const passwords = Object.fromEntries(
    ['SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'REWIND_PASSWORD'].map((name) => [
      name,
      randomBytes(12).toString('hex'),
    ]),
  )
  try {
    const etcd = await startEtcd(folder, (command, words) => children.push(run(command, words)), account)
    for (const [n, host] of hosts.entries()) {
      const own = join(folder, `member-${n + 1}`)
      mkdirSync(own, { mode: 0o700 })
      chownSync(own, account.uid, account.gid)
      const [port, restapi_port] = [await findFreePort(), await findFreePort()]
      const settings = join(own, 'patroni.yml')
      writeFileSync(
        settings,
        fillIn(readFileSync(join(ops, 'patroni.yml'), 'utf8'), {
          NAME: `member-${n + 1}`,
          RESTAPI: `${host}:${restapi_port}`,
          POSTGRES: `${host}:${port}`,
          ETCD: etcd,
          DATA: join(own, 'data'),
          RUN: own,
          ...passwords,
        }),
      )
      chownSync(settings, account.uid, account.gid)
      members.push({
        name: `member-${n + 1}`,
        host,
        port,
        restapi_port,
        folder: own,
        settings,
        patroni: run('patroni', [settings]),
      })
    }
    const ask = async ({ host, restapi_port }: Member, path: string) => {
      const answer = await fetch(`http://${host}:${restapi_port}${path}`, { signal: AbortSignal.timeout(2_000) })
      return { ok: answer.ok, text: await answer.text() }
    }
    const findLeader = () =>
      waitFor(
        'a leader',
        async () => {
          const answers = await Promise.allSettled(members.map((member) => ask(member, '/primary')))
          return members.find((_member, n) => {
            const answer = answers[n]!
            return answer.status === 'fulfilled' && answer.value.ok
          })
        },
        startup_ms,
      )
    const waitUntilWhole = async () => {
      await waitFor(
        'three databases that follow',
        async () => {
          const { text } = await ask(await findLeader(), '/cluster')
          const listed = (JSON.parse(text) as { members: { role: string; state: string; timeline: number }[] }).members
          const isWhole =
            listed.length === members.length &&
            listed.some(({ role }) => role === 'sync_standby') &&
            listed.every(({ state, timeline }) => state === 'running' && timeline === listed[0]!.timeline)
          return isWhole ? true : undefined
        },
        startup_ms,
      )
    }
    const superuser = `postgres:${passwords['SUPERUSER_PASSWORD']}`
    const [balancer_port, replicas_port] = [await findFreePort(), await findFreePort()]
    const startBalancer = () => {
      const environment: Record<string, string> = {
        LISTEN: `127.0.0.1:${balancer_port}`,
        LISTEN_REPLICAS: `127.0.0.1:${replicas_port}`,
      }
      for (const [n, { host, port, restapi_port }] of members.entries()) {
        environment[`DATABASE_${n + 1}`] = `${host}:${port}`
        environment[`RESTAPI_${n + 1}`] = String(restapi_port)
      }
      const child = run('haproxy', ['-db', '-f', join(ops, 'databases.cfg')], environment)
      children.push(child)
      return child
    }
    let balancer = startBalancer()
    await waitUntilWhole()
    const password = randomBytes(12).toString('hex')
    const versions = await waitFor(
      'the balancer',
      async () => {
        const admin = new pg.Client({ connectionString: `postgres://${superuser}@127.0.0.1:${balancer_port}/postgres` })
        await admin.connect()
        const { server_version } = (await admin.query<{ server_version: string }>('show server_version')).rows[0]!
        await admin.query(`create role parkwell login password '${password}'`)
        await admin.query('create database parkwell owner parkwell')
        await admin.end()
        return `PostgreSQL ${server_version.split(' ')[0]}`
      },
      startup_ms,
    )
    return {
      folder,
      url: `postgres://parkwell:${password}@127.0.0.1:${balancer_port}/parkwell`,
      urlOf: ({ host, port }) => `postgres://${superuser}@${host}:${port}/postgres`,
      members,
      versions: [
        versions,
        execFileSync('patroni', ['--version']).toString().trim(),
        execFileSync('etcd', ['--version']).toString().split('\n')[0]!.replace(' Version:', ''),
      ].join(', '),
      findLeader,
      waitUntilWhole,
      crash: (member) => signal([member.patroni.pid!, ...listDatabase(member)], 'SIGKILL'),
      start: (member) => {
        member.patroni = run('patroni', [member.settings])
      },
      freeze: (member) => {
        signal([member.patroni.pid!], 'SIGSTOP')
        signal(listDatabase(member), 'SIGSTOP')
      },
      thaw: async (member, thawed) => {
        signal(listDatabase(member), 'SIGCONT')
        await thawed
        signal([member.patroni.pid!], 'SIGCONT')
      },
      restartBalancer: () => {
        balancer.kill('SIGKILL')
        balancer = startBalancer()
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Starts the members of etcd; returns their addresses for clients. */
async function startEtcd(
  folder: string,
  start: (command: string, words: readonly string[]) => void,
  { uid, gid }: { uid: number; gid: number },
): Promise<string> {
  const addresses: { name: string; client: string; peer: string }[] = []
  for (const [n, host] of hosts.entries())
    addresses.push({
      name: `etcd-${n + 1}`,
      client: `${host}:${await findFreePort()}`,
      peer: `${host}:${await findFreePort()}`,
    })
  const all = addresses.map(({ name, peer }) => `${name}=http://${peer}`).join(',')
  for (const { name, client, peer } of addresses) {
    const data = join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, uid, gid)
    const settings = {
      name,
      'data-dir': data,
      'listen-client-urls': `http://${client}`,
      'advertise-client-urls': `http://${client}`,
      'listen-peer-urls': `http://${peer}`,
      'initial-advertise-peer-urls': `http://${peer}`,
      'initial-cluster': all,
      'initial-cluster-state': 'new',
      'enable-v2': 'true',
      // Of machines that are busy with other things as well.
      'heartbeat-interval': '500',
      'election-timeout': '5000',
    }
    start(
      'etcd',
      Object.entries(settings).map(([word, value]) => `--${word}=${value}`),
    )
  }
  return addresses.map(({ client }) => client).join(',')
}
