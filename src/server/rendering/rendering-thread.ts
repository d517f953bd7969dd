import { parentPort, workerData } from 'node:worker_threads'
import type { PageConfig } from '#contract/system.ts'
import type { PageRequest, RenderPage } from '#web/entry-server.tsx'
import type { FromThread, ThreadData, ToThread } from './renderer.ts'

/* A thread that renders pages. It asks the main thread for their data. */

const { module, config } = workerData as ThreadData
const { createRenderer } = (await import(module)) as { createRenderer: (config: PageConfig) => RenderPage }
const render = createRenderer(config)
const port = parentPort!
const send = (message: FromThread) => port.postMessage(message)

type Answer = Awaited<ReturnType<PageRequest['answer']>>
const calls = new Map<number, (answer: Answer) => void>()
let lastCall = 0

port.on('message', (message: ToThread) => {
  if (message.kind === 'page') return void renderPage(message)
  calls.get(message.call)!(message.answer)
  calls.delete(message.call)
})

async function renderPage({ page, request }: ToThread & { kind: 'page' }): Promise<void> {
  const answer: PageRequest['answer'] = (endpoint, input, language) => {
    const call = (lastCall += 1)
    send({ kind: 'call', page, call, input: [endpoint, input, language] })
    return new Promise((resolve) => calls.set(call, resolve))
  }
  try {
    send({ kind: 'rendered', page, result: await render({ ...request, answer }) })
  } catch (error) {
    send({ kind: 'failed', page, error })
  }
}
