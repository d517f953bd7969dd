import { parentPort, workerData } from 'node:worker_threads'
import { applySettings, setSettings } from '#contract/settings/settings.ts'
import type { PageConfig } from '#contract/system.ts'
import type { PageRequest, RenderPage } from '#web/entry-server.tsx'
import { createFileFinder } from './manifest.ts'
import { type Answer, readAnswer, readTemplate, writePage } from './page.ts'
import type { FromThread, PageCalls, ThreadData, ToThread } from './renderer.ts'

/* A thread that renders and writes pages. It asks the main thread for their data. */

const { module, config } = workerData as ThreadData
const { createRenderer } = (await import(module)) as { createRenderer: (config: PageConfig) => RenderPage }
const render = createRenderer(config)
const template = readTemplate()
const findFiles = createFileFinder()
const port = parentPort!
const send = (message: FromThread, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver)

const calls = new Map<number, (answer: Answer) => void>()
let lastCall = 0

port.on('message', (message: ToThread) => {
  if (message.kind === 'page') return void renderPage(message)
  for (const { call, answer } of message.answers) {
    calls.get(call)!(answer)
    calls.delete(call)
  }
})

async function renderPage({ page, request }: ToThread & { kind: 'page' }): Promise<void> {
  // A message costs as much as a small answer, so that what is called at one time goes in one.
  let waiting: PageCalls['calls'] = []
  const sendCalls = () => {
    send({ kind: 'calls', page, calls: waiting })
    waiting = []
  }
  const answer: PageRequest['answer'] = async (endpoint, input, language) => {
    const call = (lastCall += 1)
    if (waiting.length === 0) setImmediate(sendCalls)
    waiting.push({ call, input: [endpoint, input, language] })
    return readAnswer(await new Promise<Answer>((resolve) => calls.set(call, resolve)))
  }
  try {
    const rendered = await render({ ...request, answer })
    if ('redirect' in rendered) return send({ kind: 'rendered', page, result: rendered })
    const { publicUrl, announcements } = request
    // The module that renders has settings of its own.
    const settings = applySettings(request.settings)
    setSettings(() => settings)
    const result = writePage(rendered, { template, publicUrl, config, files: findFiles(rendered), announcements })
    send({ kind: 'rendered', page, result }, [result.html.buffer])
  } catch (error) {
    send({ kind: 'failed', page, error })
  }
}
