import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { pagePath } from '#contract/pages.ts'
import { readAccount, type StoredAccount, type TypedAccount } from '#contract/payouts/accounts.ts'
import type * as contract from '#contract/payouts/desk/accounts.ts'
import type { PayeeRecord } from '#contract/payouts/desk/payees.ts'
import type { PayoutMethod } from '#contract/payouts/terms.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { ProviderError } from '#server/providers/payments/provider.ts'
import type { RegisteredAccount } from '#server/providers/payouts/provider.ts'
import { mailPayee } from './mails.ts'
import { changePayee, getPayeeInScope, type Reader } from './payee-records.ts'
import { getPayee, type Payee } from './payees.ts'
import { findAccount, withdrawProposal } from './payouts.ts'
import { getProvider } from './send-payouts.ts'

/** A new account waits so long after another one was in use, so that whoever owns that one can object. */
export const newAccount_ms = 3 * day_ms

/** By country, the provider that pays there, the form of its accounts, and that of bank transfers. */
const byCountry = {
  NG: { provider: 'paystack', form: 'ng_bank', bank: 'ng_bank' },
  SN: { provider: 'wave', form: 'sn_mobile', bank: 'sn_bank' },
  CA: { provider: 'stripe', form: null, bank: 'ca_bank' },
  US: { provider: 'stripe', form: null, bank: 'us_bank' },
} as const

const findChoices = (deps: Pick<Deps, 'payouts'>, { country }: Pick<Payee, 'country'>): contract.AccountChoice[] => {
  const { provider, form, bank } = byCountry[country]
  return [
    ...(getProvider(deps, provider) === undefined ? [] : [{ method: provider, form }]),
    { method: 'bank', form: bank },
  ]
}

/** Returns how a payee can be paid; without the list of banks while the provider does not answer. */
export async function getAccountChoices(
  deps: Deps,
  id: string,
  { scope }: Pick<Reader, 'scope'>,
): Promise<AnswerOf<typeof contract.getAccountChoices>> {
  const payee = await getPayeeInScope(deps.db, id, scope)
  const choices = findChoices(deps, payee)
  const provider = getProvider(deps, choices[0]!.method)
  const banks = await withProvider(async () => provider?.listBanks?.() ?? [])
  return { choices, banks }
}

type AccountBody = ParsedBody<typeof contract.setPayoutAccount>

/** An account that was read and, where a provider pays it, registered there. */
export interface CheckedAccount {
  stored: StoredAccount
  registered: RegisteredAccount | undefined
}

/**
 * Checks an account before it is stored, and registers it with the provider. Throws 422 for a field that is wrong or a
 * provider’s refusal, `payout_method` for a method that the payee’s country does not have, and `provider_silent`.
 */
export async function checkAccount(
  deps: Deps,
  id: string,
  body: AccountBody,
  { scope }: Pick<Reader, 'scope'>,
): Promise<CheckedAccount> {
  const payee = await getPayeeInScope(deps.db, id, scope)
  const { method, form } = body
  if (!findChoices(deps, payee).some((choice) => choice.method === method && choice.form === form))
    throw new AppError('payout_method')
  const read = readAccount(body as TypedAccount)
  if ('field' in read) throw fieldError(read.field, `account_${read.mistake}`)
  const { account: stored } = read
  const provider = getProvider(deps, method)
  if (provider === undefined) return { stored, registered: undefined }
  const registered = await withProvider(() =>
    provider.registerAccount(
      method === 'wave'
        ? { kind: 'mobile', mobile: stored.number, holder_name: body.holder_name }
        : { kind: 'bank', bank_code: stored.bank_code ?? '', account_number: stored.number },
    ),
  )
  if (registered.kind === 'refused')
    throw fieldError(
      form === 'sn_mobile' ? 'mobile' : 'number',
      registered.reason === 'other_holder' ? 'account_other_holder' : 'account_refused',
    )
  return { stored, registered }
}

async function withProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_silent')
    throw error
  }
}

type Caller = Reader & Pick<SignedIn, 'session_id'>

/** Stores the account that a payee is paid to from now on. Throws `reauth_required`. */
export const setPayoutAccount = (
  tx: Tx,
  deps: Deps,
  id: string,
  { body, checked: { stored, registered } }: { body: AccountBody; checked: CheckedAccount },
  caller: Caller,
): Promise<Audited<PayeeRecord>> =>
  changePayee(tx, id, caller, async (payee) => {
    await requireRecentLogin(tx, caller, caller.now)
    const isVerified = registered?.kind === 'verified'
    await replaceAccount(tx, deps, payee, caller, {
      ...stored,
      method: body.method,
      holder_name: isVerified ? registered.holder_name : body.holder_name,
      bank_name: body.bank_name === '' ? null : body.bank_name,
      recipient: registered === undefined || registered.kind === 'refused' ? null : registered.recipient,
      state: isVerified ? 'verified' : 'pending',
    })
    return { after: { method: body.method, account: stored.masked } }
  })

interface NewAccount extends StoredAccount {
  method: PayoutMethod
  holder_name: string
  bank_name: string | null
  recipient: string | null
  state: 'pending' | 'verified'
}

async function replaceAccount(
  tx: Tx,
  deps: Deps,
  { id, currency }: Payee,
  { user_id, now }: Pick<Reader, 'user_id' | 'now'>,
  account: NewAccount,
): Promise<void> {
  const before = await tx
    .updateTable('payout_accounts')
    .set({ replaced_at: now })
    .where('payee_id', '=', id)
    .where('replaced_at', 'is', null)
    .returning('created_by')
    .executeTakeFirst()
  // Any that was in use: one that was never verified in between shortens nothing.
  const used = await tx
    .selectFrom('payout_accounts')
    .select('id')
    .where('payee_id', '=', id)
    .where('verified_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const usable_from = used === undefined ? now : new Date(now.getTime() + newAccount_ms)
  await tx
    .insertInto('payout_accounts')
    .values({
      ...account,
      id: newId(now.getTime()),
      payee_id: id,
      currency,
      usable_from,
      verified_at: account.state === 'verified' ? now : null,
      created_by: user_id,
      created_at: now,
    })
    .execute()
  await withdrawProposal(tx, id, { user_id, now })
  const facts = { account: account.masked, at: usable_from, also_to: before?.created_by, now }
  await mailPayee(tx, deps, id, 'account_changed', facts)
}

/** An account that its owner enters on the provider’s page. */
export interface Onboarding {
  recipient: string
  url: string
}

/** What Stripe’s page needs to begin or to go on. Throws `payout_method` where the payee is paid otherwise. */
export async function beginOnboarding(
  deps: Deps,
  id: string,
  { scope, user_id }: Pick<Reader, 'scope' | 'user_id'>,
): Promise<Onboarding> {
  const payee = await getPayeeInScope(deps.db, id, scope)
  const provider = getProvider(deps, 'stripe')
  const { country } = payee
  if (provider === undefined || (country !== 'CA' && country !== 'US')) throw new AppError('payout_method')
  const account = await findAccount(deps.db, id)
  const { email } = await deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const page = `${deps.publicUrl()}${pagePath('desk')}/payees/${id}`
  const registered = await withProvider(() =>
    provider.registerAccount({
      kind: 'onboarding',
      owner_id: id,
      country,
      email: email ?? '',
      recipient: account?.method === 'stripe' ? account.recipient : null,
      return_url: page,
      refresh_url: page,
    }),
  )
  if (registered.kind !== 'onboarding') throw new AppError('provider_silent')
  return registered
}

/** Stores the account that a provider’s page fills in; one that is there goes on. Throws `reauth_required`. */
export async function startOnboarding(
  tx: Tx,
  deps: Deps,
  id: string,
  recipient: string,
  caller: Caller,
): Promise<Audited<undefined>> {
  await requireRecentLogin(tx, caller, caller.now)
  const payee = await getPayeeInScope(tx, id, caller.scope, true)
  const current = await findAccount(tx, id)
  const isThere = current?.method === 'stripe' && current.recipient === recipient
  if (!isThere)
    await replaceAccount(tx, deps, payee, caller, {
      method: 'stripe',
      holder_name: payee.name,
      bank_code: null,
      bank_name: null,
      number: '',
      masked: 'Stripe',
      recipient,
      state: 'pending',
    })
  const { partner_id, branch_id } = payee
  return { answer: undefined, changes: [{ kind: 'payee', id, partner_id, branch_id, after: { method: 'stripe' } }] }
}

/** Confirms or, with a reason, refuses an account that waits. Throws `payee_state` unless one does. */
export const decideAccount = (
  tx: Tx,
  deps: Deps,
  id: string,
  reason: string | null,
  reader: Reader,
): Promise<Audited<PayeeRecord>> =>
  changePayee(tx, id, reader, async () => {
    const { now } = reader
    const account = await findAccount(tx, id)
    if (account === undefined || account.method === 'stripe' || account.state === 'refused')
      throw new AppError('payee_state')
    if (reason === null && account.state !== 'pending') throw new AppError('payee_state')
    const state = reason === null ? 'verified' : 'refused'
    await tx
      .updateTable('payout_accounts')
      .set({ state, reason, ...(reason === null ? { verified_at: now } : {}) })
      .where('id', '=', account.id)
      .execute()
    if (reason !== null) await mailPayee(tx, deps, id, 'account_refused', { account: account.masked, reason, now })
    return { after: { account: account.masked, account_state: state, ...(reason === null ? {} : { reason }) } }
  })

/**
 * Asks a provider whether an account can be paid by now, and stores what it says; another bank account behind it waits
 * like every new one. Returns whether it is one of ours.
 */
export async function refreshAccount(deps: Deps, recipient: string): Promise<'known' | 'unknown'> {
  const provider = getProvider(deps, 'stripe')
  const row = await currentAccount(deps.db, recipient)
  if (provider === undefined || row === undefined) return 'unknown'
  const found = await provider.findAccount(recipient)
  if (found.state === 'unknown') return 'known'
  const state = found.state === 'ready' ? 'verified' : found.state === 'refused' ? 'refused' : 'pending'
  const now = deps.clock()
  const reason = found.requirements.join(', ').slice(0, 300)
  const masked = found.last_four === null ? row.masked : `••••\u00a0${found.last_four}`
  const isReplaced = row.verified_at !== null && masked !== row.masked
  await transact(deps.db, async (tx) => {
    await getPayee(tx, row.payee_id, { lock: true })
    const usable_from = new Date(now.getTime() + newAccount_ms)
    await tx
      .updateTable('payout_accounts')
      .set({
        state,
        masked,
        reason: reason === '' ? null : reason,
        ...(isReplaced ? { usable_from } : {}),
        ...(state === 'verified' && row.verified_at === null ? { verified_at: now } : {}),
        ...(found.holder_name === null ? {} : { holder_name: found.holder_name }),
        ...(found.bank_name === null ? {} : { bank_name: found.bank_name }),
      })
      .where('id', '=', row.id)
      .execute()
    if (!isReplaced) return
    await withdrawProposal(tx, row.payee_id, { user_id: null, now })
    const facts = { account: masked, at: usable_from, also_to: row.created_by, now }
    await mailPayee(tx, deps, row.payee_id, 'account_changed', facts)
  })
  return 'known'
}

const currentAccount = (db: Db, recipient: string) =>
  db
    .selectFrom('payout_accounts')
    .select(['id', 'payee_id', 'masked', 'verified_at', 'created_by'])
    .where('recipient', '=', recipient)
    .where('method', '=', 'stripe')
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

/** Asks for the accounts that wait for their owner or the provider. */
export async function refreshAccounts(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('payout_accounts')
    .select('recipient')
    .where('method', '=', 'stripe')
    .where('state', '=', 'pending')
    .where('replaced_at', 'is', null)
    .where('recipient', 'is not', null)
    .limit(200)
    .execute()
  for (const { recipient } of rows) {
    try {
      await refreshAccount(deps, recipient!)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      deps.log.warn(`the account ${recipient} could not be asked for: ${error.message}`)
    }
  }
}
