import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { inTurn } from '#test/kits/rounds.ts'
import { createWorld } from '#test/kits/world.ts'

/** A server that listens, and a function that connects to it. */
async function startServer(settings: Record<string, string>): Promise<() => Socket> {
  const world = await createWorld({ settings })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await world.close()
  })
  return () => {
    const socket = connect(port, '127.0.0.1')
    // Writing to a connection that the server has closed fails.
    socket.on('error', () => undefined)
    sockets.push(socket)
    return socket
  }
}

/** A connection that the server closes may also fail. */
const waitForClose = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

const health = 'GET /api/v1/health HTTP/1.1\r\nhost: test\r\n\r\n'

/** One of them has its turn in a run. */
const slow = inTurn(
  [
    ['bodies', '/api/v1/auth/login', 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{'],
    [
      'forms',
      '/api/v1/leads/career',
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x',
    ],
    ['heads', '/api/v1/auth/login', 'x-slow: a'],
  ] as const,
  1,
)()
test.each(slow)('closes fifty connections whose %s trickle in', async (_what, path, start) => {
  const open = await startServer({ REQUEST_SECONDS: '1' })
  const closed = Array.from({ length: 50 }, async () => {
    const socket = open()
    let answer = ''
    socket.on('data', (text: Buffer) => (answer += text.toString()))
    socket.write(`POST ${path} HTTP/1.1\r\nhost: test\r\n${start}`)
    const trickle = setInterval(() => socket.write(' '), 100)
    await waitForClose(socket)
    clearInterval(trickle)
    return answer
  })
  for (const answer of await Promise.all(closed)) expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/)
})

test('closes connections of one address beyond the limit, until others have ended', async () => {
  const open = await startServer({ MAX_CONNECTIONS_ADDRESS: '2' })
  const first = open()
  const second = open()
  for (const socket of [first, second]) {
    socket.write(health)
    expect(String(await once(socket, 'data'))).toContain('200 OK')
  }
  await waitForClose(open())
  second.end()
  await waitForClose(second)
  const next = open()
  next.write(health)
  expect(String(await once(next, 'data'))).toContain('200 OK')
})

test('closes connections beyond the limit of all', async () => {
  const open = await startServer({ MAX_CONNECTIONS: '1', TRUST_PROXY: '1' })
  const first = open()
  first.write(health)
  await once(first, 'data')
  await waitForClose(open())
})
