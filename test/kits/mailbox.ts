import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { requestPasswordReset, logIn, register, verifyEmail } from '#contract/accounts/auth.ts'
import { newCode } from '#server/database/ids.ts'
import type { World } from './world.ts'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  date: string
}
export const goodPassword = 'Quiet-Lantern-7-Orbit'

export const buildEmail = () => `reader-${newCode(10).toLowerCase()}@test.example`

/** The emails sent to an address, newest first. */
export async function mailsTo(world: World, to: string): Promise<ReceivedMail[]> {
  return (await world.app.inject({ url: '/dev/mail.json', query: { to } })).json<ReceivedMail[]>()
}

/**
 * Makes the database refuse emails to an address, as a row that always fails at the head of a queue. The log's errors are
 * kept off the console. Returns what undoes it.
 */
export async function refuseMailsTo(world: World, address: string): Promise<() => Promise<void>> {
  const { log } = world.deps
  world.deps.log = { ...log, error: () => undefined }
  await sql`create or replace function refuse_mail() returns trigger language plpgsql as
    'begin if new.to_address = tg_argv[0] then raise exception ''this email cannot be written''; end if; return new; end'`.execute(
    world.db,
  )
  await sql`create trigger refuse_mail before insert on mails for each row
    execute function refuse_mail(${sql.lit(address)})`.execute(world.db)
  return async () => {
    await sql`drop trigger refuse_mail on mails`.execute(world.db)
    world.deps.log = log
  }
}

/** The six-digit code in the newest email to an address; throws unless it contains exactly one code. */
export async function newestCode(world: World, to: string): Promise<string> {
  const [mail] = await mailsTo(world, to)
  const codes = mail?.text.match(/\d{6,}/g) ?? []
  if (codes.length !== 1) throw new Error(`expected one code for ${to}, found ${codes.length}`)
  return codes[0]!
}

/** A random code that differs from `code`. */
export const wrongCode = (code: string) => String((Number(code) + 1 + randomInt(999_998)) % 1_000_000).padStart(6, '0')

export const buildRegistration = (email: string, more: object = {}) => ({
  first_name: 'Ada',
  email,
  password: goodPassword,
  accept_terms: true as const,
  ...more,
})

export const registerUser = (world: World, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.call(register, { body: buildRegistration(email, more), headers })

/** Registers and verifies an account through the API; returns the token of the session that verification opened. */
export async function registerVerifiedUser(world: World, more: object = {}): Promise<{ email: string; token: string }> {
  const email = buildEmail()
  await registerUser(world, email, more)
  const verified = await world.call(verifyEmail, { body: { email, code: await newestCode(world, email) } })
  if (verified.status !== 200) throw new Error(`could not verify: ${verified.problem.code}`)
  return { email, token: verified.body.token }
}

export const logInAs = (world: World, identifier: string, password: string = goodPassword) =>
  world.call(logIn, { body: { identifier, password } })

export async function callResetCode(world: World, email: string): Promise<string> {
  await world.call(requestPasswordReset, { body: { email } })
  return newestCode(world, email)
}
