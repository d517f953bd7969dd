import { spawn, type ChildProcess } from 'node:child_process'
import { CommandError } from '../command.ts'

/** Where programs are, as systemd has it. */
const searched = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Starts a program of PostgreSQL for the database at `url`, whose password no list of processes shows. */
export function startTool(name: 'pg_dump' | 'pg_restore', url: string, words: readonly string[]): ChildProcess {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return spawn(name, [`--dbname=${address.href}`, ...words], {
    env: { PATH: searched, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Starts the packer of files, whose output or input is the archive. */
export const startTar = (action: 'create' | 'extract', folder: string): ChildProcess =>
  spawn('tar', [action === 'create' ? '-cf' : '-xf', '-', '-C', folder, ...(action === 'create' ? ['.'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })

/** Resolves when the program has ended well. Throws CommandError with what it said. */
export async function endOf(child: ChildProcess): Promise<void> {
  let errors = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', (error: NodeJS.ErrnoException) => {
      const name = child.spawnfile
      const source = name === 'tar' ? '' : ": install PostgreSQL's client of the server's version or a later one"
      const missing = `${name} was not found${source}.`
      reject(new CommandError(error.code === 'ENOENT' ? missing : `${name}: ${error.message}`))
    })
  })
  if (code !== 0) throw new CommandError(`${child.spawnfile} ended with ${code}: ${errors.trim()}`)
}
