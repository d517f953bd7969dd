import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '#contract/accounts/account.ts'
import * as auth from '#contract/accounts/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { goodPassword, buildEmail, registerVerifiedUser, buildRegistration } from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let reader = { email: '', token: '' }
beforeAll(async () => {
  world = await createWorld()
  reader = await registerVerifiedUser(world)
})
afterAll(() => world.close())

/** Everything that a call about accounts may change. */
async function everything(): Promise<string> {
  const tables = [
    'users',
    'sessions',
    'identities',
    'used_id_tokens',
    'email_codes',
    'mails',
    'vehicles',
    'ledger_entries',
  ]
  const rows = []
  for (const table of tables)
    rows.push(await sql`select one::text from ${sql.table(table)} as one order by 1`.execute(world.db))
  return JSON.stringify(rows.map((answer) => answer.rows))
}

const good = (): [Endpoint, Record<string, unknown>][] => [
  [auth.register, buildRegistration(buildEmail())],
  [auth.verifyEmail, { email: reader.email, code: '123456' }],
  [auth.resendVerification, { email: reader.email }],
  [auth.logIn, { identifier: reader.email, password: goodPassword }],
  [auth.logInWithProvider, { provider: 'google', id_token: 'x.y.z' }],
  [auth.requestPasswordReset, { email: reader.email }],
  [auth.resetPassword, { email: reader.email, code: '123456', password: goodPassword }],
  [auth.updateProfile, { first_name: 'Eve' }],
  [account.changePassword, { current_password: goodPassword, password: 'Loud-Anchor-4-Meadow' }],
  [account.eraseAccount, { password: goodPassword }],
]

const send = (endpoint: Endpoint, payload: string, type = 'application/json') =>
  world.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${reader.token}` },
  })

describe.each(good().map(([endpoint, _body], index) => [endpoint.name, index] as const))('%s', (_name, index) => {
  const [endpoint] = good()[index]!
  const body = () => good()[index]![1]

  test.each<[string, () => string, string | undefined, number[]]>([
    ['ten million bytes', () => JSON.stringify({ ...body(), notes: 'x'.repeat(10_000_000) }), undefined, [413]],
    ['ten thousand lists in each other', () => '['.repeat(10_000) + ']'.repeat(10_000), undefined, [413]],
    [
      'ten thousand objects in each other',
      () => `{"email":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      undefined,
      [413],
    ],
    ['another kind of content', () => '<a/>', 'application/xml', [415]],
    ['a form', () => 'email=a@b.example', 'application/x-www-form-urlencoded', [415]],
    ['text that looks like JSON', () => JSON.stringify(body()), 'text/plain', [415, 422]],
    ['half of JSON', () => '{"email":', undefined, [400]],
    ['a list', () => JSON.stringify([body()]), undefined, [422]],
    ['null', () => 'null', undefined, [400, 422]],
    ['a prototype', () => `{"__proto__":{"role":"admin"},${JSON.stringify(body()).slice(1)}`, undefined, [400]],
    ...[
      'role',
      'balance',
      'email_verified',
      'email_verified_at',
      'password_hash',
      'user_id',
      'is_admin',
      'permissions',
    ].map((field): [string, () => string, undefined, number[]] => [
      `one field more: ${field}`,
      () => JSON.stringify({ ...body(), [field]: field === 'role' ? 'admin' : true }),
      undefined,
      [422],
    ]),
    ['a NUL in a text', () => JSON.stringify(body()).replace(/":"/, '":"\\u0000'), undefined, [400, 401, 422]],
  ])('refuses %s, and nothing is changed', async (_what, payload, type, statuses) => {
    const before = await everything()
    const answer = await send(endpoint, payload(), type)
    expect(statuses).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(await everything()).toBe(before)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})

test('rejects what another account’s token may not do', async () => {
  const other = await registerVerifiedUser(world)
  const { body } = await world.call(account.listSessions, { token: other.token })
  const before = await everything()
  const answers = await Promise.all([
    world.call(account.revokeSession, { token: reader.token, params: { id: body[0]!.id } }),
    world.call(account.revokeSession, { params: { id: body[0]!.id } }),
    world.call(account.eraseAccount, { token: 'x'.repeat(43), body: { password: goodPassword } }),
    world.call(account.exportPersonalData, { token: `${reader.token}x` }),
    world.call(account.changePassword, { body: { current_password: goodPassword, password: 'Loud-Anchor-4-Meadow' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 401, 401, 401])
  expect(await everything()).toBe(before)
})
