import { type ChildProcess, spawn } from 'node:child_process'
import { type FSWatcher, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * `npm run dev`: starts the development server, and again when a file has changed that its process has loaded. Open pages
 * reload when it is back. `node --watch` misses files that an editor replaces (Linux, Node 24).
 */

const root = join(import.meta.dirname, '..')
/** Pages and styles are Vite's. */
const folders = ['src/server', 'src/contract', 'src/i18n', 'src/simulators', 'content'].map((name) => join(root, name))

let child: ChildProcess | undefined
let watchers: FSWatcher[] = []
let timer: NodeJS.Timeout | undefined
let hasChanged = false
let isEnding = false

async function start(): Promise<void> {
  hasChanged = false
  // Before the process reads the files, so that no change is missed.
  await watchFolders()
  child = spawn(process.execPath, [join(root, 'scripts/dev-server.ts')], {
    cwd: root,
    // With a channel, so that the server ends with this process.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('exit', (code) => {
    child = undefined
    if (isEnding) process.exit(code ?? 1)
    if (hasChanged) void start()
    else console.error('The server has ended. It starts again when one of its files changes.')
  })
}

/** Each folder by itself, which reports replaced files, too. */
async function watchFolders(): Promise<void> {
  for (const watcher of watchers) watcher.close()
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return [
        folder,
        ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
      ]
    }),
  )
  watchers = found.flat().map((folder) => watch(folder, (_event, name) => handleChange(name)))
}

function handleChange(name: string | null): void {
  if (name === null || !/\.(ts|sql|md|json)$/.test(name) || name.endsWith('.test.ts')) return
  clearTimeout(timer)
  // An editor that saves several files, or one in several steps, restarts the server once.
  timer = setTimeout(() => {
    console.info(`${name} has changed: the server starts again.`)
    hasChanged = true
    if (child === undefined) void start()
    else child.kill('SIGTERM')
  }, 100)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnding = true
    // A terminal sends SIGINT to both processes.
    if (child === undefined) process.exit(0)
    else child.kill('SIGTERM')
  })

await start()
