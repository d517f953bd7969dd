import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, safeParse } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { PageConfig } from '#contract/system.ts'
import { AppError, toProblem } from '#server/http/errors.ts'
import { asAppError } from '#server/http/problems.ts'
import type { PageRedirect, PageRequest } from '#web/entry-server.tsx'
import type { Answer, WrittenPage } from './page.ts'

const built = fileURLToPath(new URL('../../../dist/web/.rendering/entry-server.js', import.meta.url))

/** What a rendering thread starts with. */
export interface ThreadData {
  /** Address of the built renderer. */
  module: string
  config: PageConfig
}

export type AnswerCall = (...input: Parameters<PageRequest['answer']>) => Promise<Answer>

/** Renders and writes a page with the answers to its calls. */
export type WritePage = (request: Omit<PageRequest, 'answer'> & { answer: AnswerCall }) => Promise<Result>
type Result = WrittenPage | PageRedirect
type WriteRequest = Parameters<WritePage>[0]

/** What a page asks for at one time: its calls are sent together, and so are their answers. */
export interface PageCalls {
  kind: 'calls'
  page: number
  calls: { call: number; input: Parameters<PageRequest['answer']> }[]
}
export type ToThread =
  | { kind: 'page'; page: number; request: Omit<PageRequest, 'answer'> }
  | { kind: 'answers'; answers: { call: number; answer: Answer }[] }
export type FromThread =
  | PageCalls
  | { kind: 'rendered'; page: number; result: Result }
  | { kind: 'failed'; page: number; error: unknown }

/** A page that takes longer is given up, and its thread is replaced. */
const timeout_ms = 20_000

/** One for each core: a page waits for its data, so that the cores are busy with other calls as well. */
const most_threads = Math.min(availableParallelism(), 4)

/**
 * Renders and writes pages in threads of their own, so that the calls of others do not wait for them
 * (bench/rendering.ts). A thread starts with the first page that finds the others at work, and again after a failure,
 * which rejects the pages it was rendering. Rejects pages without a build.
 */
export function createRenderer(config: PageConfig): { render: WritePage; close: () => Promise<void> } {
  const threads = new Set<Thread>()
  const findThread = (): Thread => {
    const [leastBusy] = [...threads].sort((a, b) => a.busy - b.busy)
    if (leastBusy !== undefined && (leastBusy.busy === 0 || threads.size === most_threads)) return leastBusy
    const thread = new Thread(config, () => threads.delete(thread))
    threads.add(thread)
    return thread
  }
  const render: WritePage = async (request) => {
    if (!existsSync(built)) throw new Error('the pages are not built: npm run build')
    return findThread().render(request)
  }
  return { render, close: async () => void (await Promise.all([...threads].map((thread) => thread.end()))) }
}

class Thread {
  readonly #worker: Worker
  readonly #pages = new Map<number, { request: WriteRequest; resolve: (result: Result) => void; reject: Reject }>()
  readonly #onEnd: () => void
  #lastPage = 0

  constructor(config: PageConfig, onEnd: () => void) {
    this.#onEnd = onEnd
    const workerData: ThreadData = { module: pathToFileURL(built).href, config }
    this.#worker = new Worker(new URL('./rendering-thread.ts', import.meta.url), { workerData })
    // It does not keep the process alive.
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => void this.#handle(message))
    const handleEnd = (error: unknown) => {
      onEnd()
      for (const { reject } of this.#pages.values()) reject(error)
      this.#pages.clear()
    }
    this.#worker.once('error', handleEnd)
    this.#worker.once('exit', () => handleEnd(new Error('the rendering thread has ended')))
  }

  /** How many pages it is rendering. */
  get busy(): number {
    return this.#pages.size
  }

  render(request: WriteRequest): Promise<Result> {
    const page = (this.#lastPage += 1)
    const { answer: _answer, ...sent } = request
    const message: ToThread = { kind: 'page', page, request: sent }
    this.#worker.postMessage(message)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#pages.set(page, { request, resolve, reject })
    const timer = setTimeout(() => void this.end(), timeout_ms)
    return promise.finally(() => clearTimeout(timer))
  }

  /** From now on it is given no page: those that it is sent before its end is reported would be lost. */
  async end(): Promise<void> {
    this.#onEnd()
    await this.#worker.terminate()
  }

  async #handle(message: FromThread): Promise<void> {
    const page = this.#pages.get(message.page)
    if (page === undefined) return
    if (message.kind === 'calls') {
      const answers = message.calls.map(async ({ call, input }) => ({
        call,
        answer: await page.request.answer(...input),
      }))
      const answered: ToThread = { kind: 'answers', answers: await Promise.all(answers) }
      return this.#worker.postMessage(answered)
    }
    this.#pages.delete(message.page)
    if (message.kind === 'rendered') page.resolve(message.result)
    else page.reject(message.error)
  }
}

type Reject = (error: unknown) => void

/**
 * Answers the calls of a page within the process, for a visitor who is signed out: the handler behind the contract's
 * schemas, without a request of its own, which would cost as much as the handler.
 */
export const answerWithin =
  (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): AnswerCall =>
  async (key, input, language) => {
    const mounted = app.mounted.get(key)
    try {
      if (mounted === undefined) throw new AppError('not_found')
      const { endpoint, handler } = mounted
      if (endpoint.method !== 'GET' || !['none', 'optional'].includes(endpoint.auth)) throw new AppError('unauthorized')
      const answer = await handler({
        params: parse(endpoint.params, input.params),
        query: parse(endpoint.query, input.query),
        body: undefined,
        user: undefined,
        language,
        locale: language,
        retry: undefined,
        request,
        reply,
      } as unknown as Parameters<typeof handler>[0])
      const json = Buffer.isBuffer(answer)
        ? answer.toString()
        : endpoint.answer && JSON.stringify(encode(endpoint.answer, answer))
      return { status: endpoint.status, json }
    } catch (error) {
      const problem = toProblem(asAppError(error), language, request.id)
      if (problem.code === 'internal') request.log.error(error)
      return { status: problem.status, json: JSON.stringify(problem) }
    }
  }

function parse(schema: Endpoint['query'], value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = safeParse(schema, value)
  if (!parsed.success) throw new AppError('validation_failed')
  return parsed.data
}
