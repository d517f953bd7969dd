import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isInTurn } from '#test/kits/rounds.ts'
import { databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A copy of the project whose files a test may change. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parkwell-dev-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const copied = ['src', 'scripts', 'content', 'public', 'index.html', 'package.json', 'vite.config.ts', 'build']
  await Promise.all(copied.map((name) => cp(name, join(folder, name), { recursive: true })))
  await Promise.all(['node_modules', 'data'].map((name) => symlink(join(process.cwd(), name), join(folder, name))))
  return folder
}

const readText = async (address: string, accept = '*/*') => (await fetch(address, { headers: { accept } })).text()

/** Opens the connection on which Vite reports changes. */
async function followUpdates(address: string) {
  const token = /wsToken = "([^"]+)"/.exec(await readText(`${address}/@vite/client`))?.[1]
  const socket = new WebSocket(`${address.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  return (isExpected: (update: { type: string; updates?: { path: string }[] }) => boolean) =>
    new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }) => isExpected(JSON.parse(String(data))) && resolve())
    })
}

test.runIf(isInTurn('the development server', 4))(
  'renders with the current files, updates a component in place, and restarts with a file of the server',
  async () => {
    const root = await copyProject()
    const change = async (path: string, from: string, to: string) => {
      const text = await readFile(join(root, path), 'utf8')
      expect(text).toContain(from)
      await writeFile(join(root, path), text.replace(from, to))
    }
    /** Waits until a change has been noticed. On a busy machine a first change can come before its folder is watched. */
    const untilNoticed = async (path: string, noticed: Promise<unknown>) => {
      const again = setInterval(() => void utimes(join(root, path), new Date(), new Date()), 15_000)
      await noticed.finally(() => clearInterval(again))
    }
    const server = await startServerProcess(
      await databaseUrlOf(world),
      {},
      { script: 'scripts/dev.ts', cwd: root, signal: 'SIGTERM' },
    )

    const first = await fetch(`${server.address}/about`)
    expect(first.headers.get('content-security-policy')).toContain("script-src 'unsafe-inline' 'self'")
    const html = await first.text()
    expect(html).toMatch(/<div id="root"><.*<h1/s)
    expect(html).toContain('src="/@vite/client"')
    expect(html).toContain('/@react-refresh')
    const styles = [...html.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(styles).toEqual(['/src/web/styles.css', '/src/web/features/content/prose.css'])
    expect(await readText(server.address + styles[0], 'text/css')).toContain('min-h-dvh')
    expect(await readText(`${server.address}/src/web/entry-client.ts`)).toContain('/src/web/start.tsx')

    const waitFor = await followUpdates(server.address)
    await waitFor(({ type }) => type === 'connected')
    const page = 'src/web/shell/NotFoundPage.tsx'
    expect(await readText(`${server.address}/${page}`)).toContain('import.meta.hot.accept')
    const changePage = async (from: string, to: string) => {
      const isUpdated = waitFor(({ updates }) => updates?.some(({ path }) => path === `/${page}`) === true)
      await change(page, from, to)
      await untilNoticed(page, isUpdated)
    }
    await changePage("t('shell.not_found.title')", "'Another title'")
    expect(await readText(`${server.address}/no-such-page`)).toContain('Another title')

    await changePage('<EmptyState', '<EmptyState <')
    const refused = await fetch(`${server.address}/no-such-page`)
    expect(refused.status).toBe(500)
    expect(await refused.text()).toContain('new ErrorOverlay')

    const isBack = server.waitForStart()
    const docs = 'src/server/rendering/docs.ts'
    await change(docs, 'Errors are', 'Changed errors are')
    await untilNoticed(docs, isBack)
    expect(await readText(`${server.address}/api/v1/docs`)).toContain('Changed errors are')
  },
  600_000,
)
