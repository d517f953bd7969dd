import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentState } from '#contract/documents/document-states.ts'
import { createDocumentRequest } from '#contract/documents/documents.ts'
import { translate } from '#server/output/translate.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { lockRequest, recordRequestChange, storeCreation } from './change-status.ts'
import { changeRequestStatus, notifyOfCreation, recordRequestChangeAndNotify } from './effects.ts'
import { requestMails } from './mails.ts'
import { documentChanges, documentTransitions, findMail, type Outcome } from './transitions.ts'

let world: World
let request_id: string
beforeAll(async () => {
  world = await createWorld()
  const driver = await world.buildDriver({ country_code: 'NG' })
  // Notices go to those who work on requests.
  await world.buildDriver({ role: 'staff' })
  request_id = (await world.call(createDocumentRequest, { token: driver.token, body: { plate: 'KJA-123AB' } })).body.id
})
afterAll(() => world.close())

const outcomesOf = (mail: unknown): (Outcome | undefined)[] =>
  typeof mail === 'object' && mail !== null ? (Object.keys(mail) as Outcome[]) : [undefined]

/** Puts the request into a state, with an empty history and outbox and one open notice. */
async function prepare(status: DocumentState) {
  for (const table of ['document_history', 'mails', 'staff_notices'] as const)
    await world.db.deleteFrom(table).execute()
  await world.db
    .updateTable('document_requests')
    .set({ status, quote_expires_at: null })
    .where('id', '=', request_id)
    .execute()
}

const history = async () =>
  (await world.db.selectFrom('document_history').select(['from_status', 'to_status', 'cause', 'actor']).execute()).map(
    ({ from_status, to_status, cause, actor }) => [from_status, to_status, cause, actor],
  )

const notices = async () => [
  ...new Set((await world.db.selectFrom('staff_notices').select('kind').execute()).map(({ kind }) => kind)),
]

const patternOf = (kind: string): RegExp => {
  const sentence = translate('en-NG', `document_mails.topics.${kind}.subject`)
  return new RegExp(`^${sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.+')}$`)
}
/** For each mail in the outbox, the kinds whose subject it has. */
async function mailed(): Promise<string[][]> {
  const mails = await world.db.selectFrom('mails').select('subject').execute()
  return mails.map(({ subject }) => Object.keys(requestMails.kinds).filter((kind) => patternOf(kind).test(subject)))
}
async function expectMail(topic: string | null): Promise<void> {
  const found = await mailed()
  expect(found.length).toBe(topic === null ? 0 : 1)
  if (topic !== null) expect(found[0]).toContain(topic)
}

const steps = documentTransitions
  .filter(({ from }) => from !== null)
  .flatMap((row) => row.who.flatMap((who) => outcomesOf(row.mail).map((outcome) => ({ ...row, who, outcome }))))

describe('each transition of the table', () => {
  test.each(steps)('$from → $to ($cause) by $who, $outcome', async ({ from, to, cause, who, outcome, ...effects }) => {
    await prepare(from!)
    const run = (isFailing = false) =>
      world.db.transaction().execute(async (tx) => {
        const row = await lockRequest(tx, request_id)
        const change = { to, actor: who, actor_id: null, at: world.clock.now, ...(outcome && { outcome }) }
        await changeRequestStatus(tx, world.deps, row, change)
        if (isFailing) throw new Error('changed our mind')
      })
    await expect(run(true)).rejects.toThrow('changed our mind')
    expect([await history(), await mailed(), await notices()]).toEqual([[], [], []])
    await run()
    await expect(run()).rejects.toThrow('document_state')
    expect(await history()).toEqual([[from, to, cause, who]])
    await expectMail(findMail(effects, outcome))
    const { notice } = effects
    expect(await notices()).toEqual(notice === undefined || notice === 'settled' ? [] : [notice])
  })

  test.each(documentTransitions.filter(({ from }) => from === null))(
    'a draft begun by $who.0 is told of as the table says',
    async ({ who: [actor], mail }) => {
      await prepare('draft')
      await world.db.transaction().execute(async (tx) => {
        const row = await lockRequest(tx, request_id)
        const entry = { actor: actor!, actor_id: null, at: world.clock.now }
        await storeCreation(tx, row, entry)
        await notifyOfCreation(tx, world.deps, row, entry)
      })
      expect(await history()).toEqual([[null, 'draft', 'created', actor]])
      await expectMail(findMail({ mail }, undefined))
    },
  )
})

const changes = (Object.keys(documentChanges) as (keyof typeof documentChanges)[]).flatMap((cause) =>
  outcomesOf(documentChanges[cause].mail).map((outcome) => ({ cause, outcome })),
)
test.each(changes)('the change $cause ($outcome) has its effects once', async ({ cause, outcome }) => {
  await prepare('draft')
  const effects = documentChanges[cause]
  const run = (isFailing: boolean) =>
    world.db.transaction().execute(async (tx) => {
      const row = await lockRequest(tx, request_id)
      const change = { cause, actor: 'customer', actor_id: null, at: world.clock.now } as never
      if (effects.mail === null) await recordRequestChange(tx, row, change)
      else await recordRequestChangeAndNotify(tx, world.deps, change, { row, ...(outcome && { outcome }) })
      if (isFailing) throw new Error('changed our mind')
    })
  await expect(run(true)).rejects.toThrow('changed our mind')
  expect([await history(), await mailed(), await notices()]).toEqual([[], [], []])
  await run(false)
  expect(await history()).toEqual([['draft', 'draft', cause, 'customer']])
  await expectMail(findMail(effects, outcome))
  expect(await notices()).toEqual('notice' in effects ? [effects.notice] : [])
})

test('no command mails customers or writes the history beside the table', () => {
  const folder = 'src/server/features/documents'
  const sources = globSync('src/server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const using = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).toSorted()
  expect(using(/insertInto\('document_history'\)/)).toEqual([`${folder}/requests/change-status.ts`])
  expect(using(/\bstoreStatus\(/)).toEqual([`${folder}/requests/change-status.ts`, `${folder}/requests/effects.ts`])
  expect(using(/\bnotifyDocumentStaff\(/)).toEqual([
    `${folder}/requests/effects.ts`,
    `${folder}/requests/notify-staff.ts`,
  ])
  // Reminders, and a draft that waits no longer because its customer has to complete it: no state changes with them.
  expect(using(/\bnotifyRequestCustomer\(/)).toEqual(
    ['effects', 'inspection-reminders', 'jobs', 'mails', 'quote'].map((name) => `${folder}/requests/${name}.ts`),
  )
})
