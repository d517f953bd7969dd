import { expect, test } from 'vitest'
import { takeSocket } from './inherited-socket.ts'

const pid = String(process.pid)

test('takes the socket that was passed to this process, and hides it from those it starts', () => {
  const environment = { LISTEN_PID: pid, LISTEN_FDS: '1', LISTEN_FDNAMES: 'parkwell.socket', PORT: '3000' }
  expect(takeSocket(environment)).toBe(3)
  expect(environment).toEqual({ PORT: '3000' })
})

test('refuses several sockets, of which it would serve one', () => {
  expect(() => takeSocket({ LISTEN_PID: pid, LISTEN_FDS: '2' })).toThrow('has 2 addresses')
})

test.each([
  [{}],
  [{ LISTEN_PID: pid, LISTEN_FDS: '0' }],
  [{ LISTEN_PID: pid }],
  [{ LISTEN_PID: `${pid}1`, LISTEN_FDS: '1' }],
])('takes none from %o', (environment) => {
  expect(takeSocket(environment)).toBeUndefined()
})
