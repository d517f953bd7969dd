import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** So much is kept at most, in bytes of plain answers; the compressed ones are a sixth of it. */
const most_bytes = 16 * 1024 * 1024

/** So many questions are remembered that were asked once. */
const mostAsked = 4_096

const compress = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export type HotAnswer = { plain: Buffer; brotli?: Buffer; isWanted: boolean; isCompressing: boolean }

/**
 * Answers that many ask for: where one is for the same question and the same moment, and nothing has changed since, it is
 * kept when it is asked for the second time, and compressed once when it is asked for again.
 */
export class HotAnswers {
  readonly #answers = new Map<string, HotAnswer>()
  /** What was asked once: most of it is never asked again, and to keep its answer costs more than to write it. */
  readonly #asked = new Set<string>()
  #moment = ''
  #bytes = 0
  #generation = 0

  /** Names what is known now: an answer that was begun before a change is not kept. */
  get generation(): number {
    return this.#generation
  }

  /** What was answered at this moment; the same name of a moment means the same answers. */
  find(question: string, moment: string): HotAnswer | undefined {
    if (moment !== this.#moment) {
      this.forget()
      this.#moment = moment
    }
    return this.#answers.get(question)
  }

  keep(question: string, moment: string, generation: number, plain: Buffer): void {
    if (moment !== this.#moment || generation !== this.#generation || this.#answers.has(question)) return
    if (!this.#asked.delete(question)) {
      if (this.#asked.size === mostAsked) this.#asked.clear()
      this.#asked.add(question)
      return
    }
    // Who asks for very much at once starts it anew: those that many ask for are soon back.
    if (this.#bytes + plain.length > most_bytes) this.forget()
    this.#bytes += plain.length
    this.#answers.set(question, { plain, isWanted: false, isCompressing: false })
  }

  /** After every change of what answers are made of. */
  forget(): void {
    this.#answers.clear()
    this.#bytes = 0
    this.#generation += 1
  }
}

const takesBrotli = (header: string | string[] | undefined): boolean =>
  typeof header === 'string' && /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header)

/** The bytes for who asks: compressed once that is there, otherwise plain (and compressed on its way, as everything is). */
export function bytesFor(answer: HotAnswer, request: FastifyRequest, reply: FastifyReply): Buffer {
  if (!takesBrotli(request.headers['accept-encoding'])) return answer.plain
  if (answer.brotli !== undefined) {
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding')
    return answer.brotli
  }
  if (answer.isWanted && !answer.isCompressing) {
    answer.isCompressing = true
    // Without it the answer is compressed each time, as before.
    void compress(answer.plain, quality).then(
      (bytes) => (answer.brotli = bytes),
      () => undefined,
    )
  }
  answer.isWanted = true
  return answer.plain
}
