import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outcome } from './stand-in.ts'

type Received = { path: string; raw: Buffer; headers: IncomingHttpHeaders }

export type Receiver = {
  url: string
  received: Received[]
  /** The status of the answers to come, the last one for good; 200 unless told. */
  answer(...statuses: number[]): void
  close(): Promise<void>
}

/** A place for notices to arrive at, as the product's webhook routes are. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let statuses = [200]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ path: request.url ?? '', raw: Buffer.concat(chunks), headers: request.headers })
      response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end()
    })
  })
  const url = await listen(server)
  return {
    url,
    received,
    answer: (...next) => {
      statuses = next
    },
    close: () => closeServer(server),
  }
}

/** Does on a hosted page what a payer does; answers where the payer is sent. */
export async function payAs(page: string | undefined, outcome: Outcome): Promise<string | null> {
  const response = await fetch(page ?? 'no page', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  })
  return response.headers.get('location')
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
