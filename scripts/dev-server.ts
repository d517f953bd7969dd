import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import type { PageConfig } from '#contract/system.ts'
import type { PageFiles } from '#server/rendering/manifest.ts'
import { dataBlock } from '#server/rendering/markup.ts'
import { readAnswer, writePage } from '#server/rendering/page.ts'
import type { WritePage } from '#server/rendering/renderer.ts'
import type { CreateRenderer } from '#server/rendering/routes.ts'
import { startServer } from '#server/start.ts'
import type { RenderPage } from '#web/entry-server.tsx'

/* The server of `npm run dev`, with Vite inside it on the same port: Vite renders the pages and updates them in place. */

const root = join(import.meta.dirname, '..')
const entry = '/src/web/entry-server.tsx'

/** A page may export `preload` beside its component and is updated in place all the same. */
const refreshPages: Plugin = {
  name: 'parkwell:refresh-pages',
  transformIndexHtml: () => [
    { tag: 'script', children: "window.__getReactRefreshIgnoredExports = () => ['preload']", injectTo: 'head-prepend' },
  ],
}

async function openPages(app: FastifyInstance): Promise<CreateRenderer> {
  const vite = await createServer({
    root,
    appType: 'custom',
    plugins: [refreshPages],
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  // Before the server closes, which waits for the connections of open pages.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' && !request.url.startsWith('/api/')) vite.middlewares(request.raw, reply.raw, done)
    else done()
  })
  const failures = new Map<string, Error>()
  app.addHook('onSend', async ({ url }, reply, payload) => {
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string') reply.header('content-security-policy', allowVite(policy))
    const failure = failures.get(url)
    if (failure === undefined) return payload
    failures.delete(url)
    reply.type('text/html; charset=utf-8').removeHeader('content-length')
    return writeFailure(failure)
  })
  return (config) => createRenderer(vite, config, failures)
}

/**
 * The policy of production with the inline script of React Refresh and the connection that reports changes. A hash in it
 * would put 'unsafe-inline' out of force.
 */
const allowVite = (policy: string) =>
  policy
    .replace(/(script-src[^;]*) 'sha256-[^']*'/, '$1')
    .replace('script-src', "script-src 'unsafe-inline'")
    .replace('connect-src', 'connect-src ws:')

/** Renders with the current source files, and notes what fails by the address of the page. */
function createRenderer(
  vite: ViteDevServer,
  config: PageConfig,
  failures: Map<string, Error>,
): ReturnType<CreateRenderer> {
  interface Entry {
    createRenderer: (config: PageConfig) => RenderPage
  }
  let loaded: Entry | undefined
  let renderPage: RenderPage
  const render: WritePage = async (request) => {
    try {
      // The same module until one of its files has changed.
      const current = (await vite.ssrLoadModule(entry)) as Entry
      if (current !== loaded) renderPage = current.createRenderer(config)
      loaded = current
      const rendered = await renderPage({
        ...request,
        answer: async (...input) => readAnswer(await request.answer(...input)),
      })
      if ('redirect' in rendered) return rendered
      const template = await vite.transformIndexHtml('/index.html', await readFile(join(root, 'index.html'), 'utf8'))
      const { publicUrl } = request
      return writePage(rendered, { template, publicUrl, config, files: findFiles(vite, rendered.modules) })
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      // Without the source file and the colours that Vite's errors carry.
      const failure = Object.assign(new Error(stripVTControlCharacters(message)), {
        stack: stripVTControlCharacters(stack ?? ''),
      })
      failures.set(request.url, failure)
      throw failure
    }
  }
  return { render, close: async () => undefined }
}

/** A page that shows an error as Vite does, and loads again once a file has changed. */
const writeFailure = ({ message, stack }: Error) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Error</title></head><body>
${dataBlock('application/json', { message, stack }, 'failure').text}
<script type="module">
  import { ErrorOverlay } from '/@vite/client'
  document.body.append(new ErrorOverlay(JSON.parse(document.getElementById('failure').textContent)))
</script></body></html>
`

/** The style sheets that these modules import, so that a page has its styles before its code. */
function findFiles({ environments: { ssr } }: ViteDevServer, modules: readonly string[]): PageFiles {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const visit = (url: string) => {
    const node = ssr.moduleGraph.urlToModuleMap.get(url)
    if (node === undefined || seen.has(url)) return
    seen.add(url)
    if (node.file?.endsWith('.css') === true) styles.add(url)
    for (const imported of node.importedModules) visit(imported.url)
  }
  for (const module of modules) visit(`/${module}`)
  return { scripts: [], styles: [...styles], offline: [] }
}

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await startServer(process.env, openPages)
