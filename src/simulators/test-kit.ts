import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outcome } from './stand-in.ts'

interface Received {
  path: string
  raw: Buffer
  headers: IncomingHttpHeaders
}

export interface Receiver {
  url: string
  received: Received[]
  /** Sets the status of the next responses, the last one for all later ones; 200 by default. */
  answer(...statuses: number[]): void
  close(): Promise<void>
}

/** Starts a server that receives webhooks like the product's routes. */
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

/** Chooses an outcome on a hosted page; returns the address that the payer is redirected to. */
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
