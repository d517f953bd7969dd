import { expect, test } from 'vitest'
import { eraseAccount } from '#contract/accounts/account.ts'
import type { openEmbedded } from '#server/database/connect.ts'
import { sendQueuedMails } from '#server/features/accounts/mail/outbox.ts'
import { goodPassword, registerVerifiedUser } from '#test/kits/mailbox.ts'
import { createWorld, type World } from '#test/kits/world.ts'

/** Whether each text occurs in the files of the embedded database, its log included. */
async function findTraces({ database }: World, texts: readonly string[]): Promise<boolean[]> {
  const { pglite } = database as Awaited<ReturnType<typeof openEmbedded>>
  const files = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer())
  return texts.map((text) => files.includes(text))
}

// A server’s files belong to its own vacuum, log and backups.
test.runIf(process.env['TEST_ENGINE'] === 'embedded')('an erased account leaves no trace in the files', async () => {
  const world = await createWorld()
  const { email, token } = await registerVerifiedUser(world, { first_name: 'Zanzibarella' })
  const person = ['Zanzibarella', email]
  expect(await findTraces(world, person)).toEqual([true, true])
  expect((await world.call(eraseAccount, { token, body: { password: goodPassword } })).status).toBe(204)
  await sendQueuedMails(world.deps)
  expect(await findTraces(world, person)).toEqual([false, false])
  await world.close()
})
