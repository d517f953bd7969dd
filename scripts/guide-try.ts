/** Follows docs/operating.md on machines of its own; see `ops/try-guide`. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { startSimulators } from '#simulators/simulators.ts'
import { startSmtp } from '#test/kits/smtp-server.ts'
import { bookAsDriver, waitFor, waitUntilReady } from './trial/book.ts'

const names = ['first', 'second', 'third'] as const
type Name = (typeof names)[number]
/** Whose commands a block has, by the comment in its first line. */
const machinesOf: Record<string, readonly Name[]> = {
  '# On the first machine': ['first'],
  '# On the third machine': ['third'],
  '# On the two servers': ['first', 'second'],
  '# On each machine': names,
}
/**
 * Blocks that need a mistake to be undone, an embedded database or a second site; `drill:recovery`, the tests and
 * `drill:citus` do the same.
 */
const left_out = [/^apt-get .* pgbackrest$/m, /--type=time/, /\bDATA_DIR=restored\b/, /\bCOUNTRIES=/]
const bridge = 'parkwell-guide'
const host = '10.0.0.1'
const site = 'http://10.0.0.13'
const project = '/root/parkwell'
/** Where the machines find a release that was made before. */
const given = '/root/release'
const made = process.argv[2]

const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 }).toString()
const closings: (() => unknown)[] = []

/** A container with systemd, and a shell in it that keeps its variables from block to block. */
class Machine {
  readonly name: Name
  readonly root: string
  readonly #folder: string
  #shell: ChildProcess | undefined
  #blocks = 0

  constructor(folder: string, base: string, name: Name) {
    this.name = name
    this.#folder = join(folder, name)
    this.root = join(this.#folder, 'root')
    for (const part of ['upper', 'work', 'root']) mkdirSync(join(this.#folder, part), { recursive: true })
    const layers = `lowerdir=${base},upperdir=${join(this.#folder, 'upper')},workdir=${join(this.#folder, 'work')}`
    run('mount', '-t', 'overlay', 'overlay', '-o', layers, this.root)
    closings.push(() => run('umount', '-l', this.root))
  }

  /** Connects it to the bridge, boots it, and opens its shell with these variables. */
  async start(variables: Record<string, string>): Promise<void> {
    const space = `${bridge}-${this.name}`
    const [inside, outside] = [`pwg-${this.name}`, `pwh-${this.name}`]
    run('ip', 'netns', 'add', space)
    closings.push(() => run('ip', 'netns', 'del', space))
    run('ip', 'link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', space)
    closings.push(() => run('ip', 'link', 'del', outside))
    run('ip', 'link', 'set', outside, 'master', bridge, 'up')
    const address = `10.0.0.${11 + names.indexOf(this.name)}/24`
    for (const words of [
      `link set lo up`,
      `addr add ${address} dev ${inside}`,
      `link set ${inside} up`,
      `route add default via ${host}`,
    ])
      run('ip', '-n', space, ...words.split(' '))
    const log = openSync(join(this.#folder, 'console.log'), 'a')
    const words = ['-D', this.root, `--network-namespace-path=/run/netns/${space}`, '--register=no', '--keep-unit']
    const cache = join(homedir(), '.npm')
    const shared = existsSync(cache) ? [`--bind=${cache}:/root/.npm`] : []
    const container = spawn('systemd-nspawn', [...words, ...shared, '--resolv-conf=copy-host', '-M', space, '-b'], {
      stdio: ['ignore', log, log],
    })
    closings.push(() => container.kill('SIGKILL'))
    const id = await waitFor(
      `the ${this.name} machine`,
      async () => {
        const found = run('pgrep', '-P', String(container.pid)).trim()
        run('nsenter', '-t', found, '-a', 'systemctl', 'is-active', 'multi-user.target')
        return found
      },
      180_000,
    )
    // With its first process, all others of the container end.
    closings.push(() => process.kill(Number(id), 'SIGKILL'))
    const environment = {
      HOME: '/root',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...variables,
    }
    const set = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
    this.#shell = spawn('nsenter', ['-t', id, '-a', 'env', '-i', ...set, 'bash'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#shell.stdin!.write(`set -euo pipefail\nmkdir -p ${project}\ncd ${project}\n`)
  }

  /** Runs a block; throws when one of its commands fails. */
  async run(block: string): Promise<void> {
    const file = `/root/block-${(this.#blocks += 1)}.sh`
    writeFileSync(join(this.root, file), block)
    const shell = this.#shell!
    await new Promise<void>((resolve, reject) => {
      let text = ''
      const end = (error?: Error) => {
        shell.stdout!.off('data', read)
        shell.off('exit', stop)
        if (error === undefined) resolve()
        else reject(error)
      }
      const read = (bytes: Buffer) => {
        text += bytes.toString()
        process.stdout.write(bytes)
        if (text.endsWith('block done\n')) end()
      }
      const stop = () => end(new Error(`on the ${this.name} machine, a command of this block failed:\n${block}`))
      shell.stdout!.on('data', read)
      shell.once('exit', stop)
      shell.stdin!.write(`. ${file} </dev/null\necho block done\n`)
    })
  }

  has = (path: string): string => join(this.root, path)
}

/** Lets the machines reach a port of this one's loopback. */
async function forward(port: number): Promise<void> {
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    from.on('error', () => to.destroy()).pipe(to)
    to.on('error', () => from.destroy()).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  closings.push(() => server.close())
}

function connectMachines(): void {
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  closings.push(() => run('ip', 'link', 'del', bridge))
  run('ip', 'addr', 'add', `${host}/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  const before = run('sysctl', '-n', 'net.ipv4.ip_forward').trim()
  run('sysctl', '-qw', 'net.ipv4.ip_forward=1')
  closings.push(() => run('sysctl', '-qw', `net.ipv4.ip_forward=${before}`))
  const rules = [
    'nat POSTROUTING -s 10.0.0.0/24 ! -d 10.0.0.0/24 -j MASQUERADE',
    'filter FORWARD -s 10.0.0.0/24 -j ACCEPT',
    'filter FORWARD -d 10.0.0.0/24 -j ACCEPT',
  ]
  for (const rule of rules) {
    const [table, ...words] = rule.split(' ') as [string, ...string[]]
    run('iptables', '-t', table, '-I', ...words)
    closings.push(() => run('iptables', '-t', table, '-D', ...words))
  }
}

const blocks = [...readFileSync('docs/operating.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text!,
)
const folder = mkdtempSync('/var/tmp/parkwell-guide-')
closings.push(() => rmSync(folder, { recursive: true, force: true }))
const base = process.env['GUIDE_BASE'] ?? join(folder, 'base')
const started_ms = performance.now()
const minutes = () => `${((performance.now() - started_ms) / 60_000).toFixed(1)} min`
try {
  if (!existsSync(join(base, 'etc')))
    run(
      'debootstrap',
      '--variant=minbase',
      '--include=systemd-sysv,dbus,iproute2',
      'bookworm',
      base,
      'http://deb.debian.org/debian',
    )
  connectMachines()
  const smtp = await startSmtp()
  closings.push(() => smtp.close())
  const simulators = await startSimulators({ host: '127.0.0.1', port: 0 })
  closings.push(() => simulators.close())
  simulators.setWebhookBase(site)
  const { stripe } = simulators.keys
  const [smtpPort, stripePort] = [new URL(smtp.url()).port, new URL(stripe.base_url).port]
  for (const port of [smtpPort, stripePort]) await forward(Number(port))

  const first = new Machine(folder, base, 'first')
  const machines = new Map<Name, Machine>([['first', first]])
  const files = run('git', 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n')
  for (const file of files)
    if (existsSync(file)) cpSync(file, join(first.root, project, file), { verbatimSymlinks: true })
  if (made !== undefined) run('cp', '-a', resolve(made), first.has(given))
  // Where this machine reaches the registry of packages with a certificate of its own.
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  const variables = { NODE_EXTRA_CA_CERTS: authorities, NPM_CONFIG_CAFILE: '/root/authorities.crt' }
  cpSync(authorities, first.has('/root/authorities.crt'))
  const passwords = Object.fromEntries(
    ['SUPERUSER', 'REPLICATION', 'REWIND'].map((name) => [
      `${name}_PASSWORD`,
      `guide${Math.random().toString(36).slice(2)}`,
    ]),
  )
  await first.start({ ...variables, ...passwords })

  let ran = 0
  for (const [n, written] of blocks.entries()) {
    if (left_out.some((pattern) => pattern.test(written))) {
      console.info(`\nleft out: block ${n + 1} of ${blocks.length}`)
      continue
    }
    // What a reader fills in: the key that was made before, and where copies go.
    const key = first.has(`${project}/parkwell-backups.txt`)
    const recipient = existsSync(key) ? /age1\w+/.exec(readFileSync(key, 'utf8'))![0] : ''
    const block = written
      .replace('age1…', recipient)
      .replace('rclone copy "$1" elsewhere:parkwell', 'cp "$1" /srv')
      .replace('npm ci && npm run release --', made === undefined ? '$&' : `cp -a ${given}`)
    if (recipient !== '') cpSync(key, first.has('/root/parkwell-backups.txt'))
    const named = machinesOf[block.split('\n')[0]!]
    for (const name of named ?? (['first'] as const)) {
      if (!machines.has(name)) {
        const copy = new Machine(folder, base, name)
        machines.set(name, copy)
        for (const path of [readlinkSync(first.has('/opt/parkwell')), '/opt/parkwell', '/etc/parkwell'])
          run('cp', '-a', first.has(path), copy.has(path))
        await copy.start(passwords)
      }
    }
    console.info(`\nblock ${n + 1} of ${blocks.length}, after ${minutes()}`)
    await Promise.all((named ?? (['first'] as const)).map((name) => machines.get(name)!.run(block)))
    ran += 1
    if (block.includes('cat >/etc/parkwell/settings.env')) {
      const more = {
        DEMO_DATA: 'on',
        EXAMPLE_ORDERS: 'off',
        MAIL_FROM: "'Parkwell <no-reply@parking.example>'",
        STRIPE_URL: `http://${host}:${stripePort}`,
      }
      const lines = Object.entries(more).map(([name, value]) => `${name}=${value}\n`)
      appendFileSync(first.has('/etc/parkwell/settings.env'), lines.join(''))
      const secrets = {
        SMTP_URL: `smtp://${host}:${smtpPort}`,
        STRIPE_SECRET_KEY: stripe.secret_key,
        STRIPE_WEBHOOK_SECRET: stripe.webhook_secret,
      }
      for (const [name, value] of Object.entries(secrets))
        writeFileSync(first.has(`/etc/parkwell/secrets/${name}`), `${value}\n`, { mode: 0o600 })
    }
    const second = machines.get('second')
    if (second !== undefined && block.includes('ops/run restore'))
      cpSync(first.has('/etc/parkwell/secrets'), second.has('/etc/parkwell/secrets'), { recursive: true })
  }
  await waitUntilReady(site)
  const { code, total } = await bookAsDriver(site, smtp)
  console.info(
    `\n${ran} of ${blocks.length} blocks ran; booked ${code} for ${total} CAD through ${site}, after ${minutes()}`,
  )
  process.exitCode = 0
} finally {
  for (const close of closings.toReversed())
    try {
      await close()
    } catch (error) {
      console.error(error)
    }
}
