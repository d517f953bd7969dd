import fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuseOverload } from './overload.ts'

/** Works for so long without a pause. */
function block(ms: number): void {
  const until_ms = performance.now() + ms
  while (performance.now() < until_ms);
}

test('refuses requests while the event loop is behind, and takes them again once it has caught up', async () => {
  const app = fastify()
  refuseOverload(app, 200)
  app.get('/', () => 'served')
  const statusOf = async () => (await app.inject('/')).statusCode
  try {
    expect(await statusOf()).toBe(200)
    await expect
      .poll(
        async () => {
          block(1_200)
          return (await app.inject('/')).json<{ message: string }>().message
        },
        { interval: 1 },
      )
      .toBe('overloaded')
    await expect.poll(statusOf).toBe(200)
  } finally {
    await app.close()
  }
})

test('0 turns it off', async () => {
  const app = fastify()
  refuseOverload(app, 0)
  app.get('/', () => 'served')
  block(600)
  expect((await app.inject('/')).statusCode).toBe(200)
  await app.close()
})
