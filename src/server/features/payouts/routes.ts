import type { FastifyInstance } from 'fastify'
import * as accounts from '#contract/payouts/desk/accounts.ts'
import * as payees from '#contract/payouts/desk/payees.ts'
import * as payouts from '#contract/payouts/desk/payouts.ts'
import * as standardTerms from '#contract/payouts/desk/standard-terms.ts'
import * as statements from '#contract/payouts/desk/statements.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword, requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { Scope, SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import {
  beginOnboarding,
  checkAccount,
  decideAccount,
  getAccountChoices,
  setPayoutAccount,
  startOnboarding,
  type CheckedAccount,
  type Onboarding,
} from './accounts.ts'
import { payoutsDesk } from './desk.ts'
import { onPayoutEvent, payoutsJobs } from './jobs.ts'
import { payoutMails } from './mails.ts'
import {
  proposePayoutNow,
  getPayeeRecord,
  pausePayouts,
  refuseIdentity,
  resumePayouts,
  setPayeeTerms,
  submitIdentity,
  verifyIdentity,
} from './payee-records.ts'
import { approvePayout, endPayout, getPayoutRecord, writeBankFile } from './payout-records.ts'
import { getStandardTerms, setStandardTerms, standardTermsDesk } from './standard-terms.ts'
import { getStatementRecord, writeStatementFile } from './statement-records.ts'

function payoutsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  const readerOf = ({ user, scope, now }: { user: SignedIn; scope: Scope; now: Date }) => ({
    user_id: user.user_id,
    session_id: user.session_id,
    access: user.access,
    scope,
    now,
  })
  mount(app, payees.getPayee, ({ params, user, scope }) =>
    getPayeeRecord(db, params.id, readerOf({ user, scope, now: clock() })),
  )
  mountChange(app, deps, payees.setPayeeTerms, (tx, call) =>
    setPayeeTerms(tx, call.params.id, call.body, readerOf(call)),
  )
  mountChange(app, deps, payees.submitIdentity, (tx, call) =>
    submitIdentity(tx, call.params.id, call.body, readerOf(call)),
  )
  mountChange(app, deps, payees.verifyIdentity, (tx, call) =>
    verifyIdentity(tx, call.params.id, call.body, readerOf(call)),
  )
  mountChange(app, deps, payees.refuseIdentity, (tx, call) =>
    refuseIdentity(tx, call.params.id, call.body, deps, readerOf(call)),
  )
  mountChange(app, deps, payees.pausePayouts, (tx, call) =>
    pausePayouts(tx, call.params.id, call.body.reason, readerOf(call)),
  )
  mountChange(app, deps, payees.resumePayouts, (tx, call) => resumePayouts(tx, call.params.id, readerOf(call)))
  mountChange(app, deps, payees.proposePayout, (tx, call) => proposePayoutNow(tx, call.params.id, readerOf(call)))
  mount(app, accounts.getAccountChoices, ({ params, scope }) => getAccountChoices(deps, params.id, { scope }))
  mountChange(
    app,
    deps,
    accounts.setPayoutAccount,
    (tx, call, checked: CheckedAccount) =>
      setPayoutAccount(tx, deps, call.params.id, { body: call.body, checked }, readerOf(call)),
    {
      prepare: async ({ params, body, scope, user }) => {
        await requireRecentLogin(db, user, clock())
        return checkAccount(deps, params.id, body, { scope })
      },
    },
  )
  mountChange(
    app,
    deps,
    accounts.startOnboarding,
    (tx, call, { recipient }: Onboarding) => startOnboarding(tx, deps, call.params.id, recipient, readerOf(call)),
    {
      prepare: async ({ params, scope, user }) => {
        await requireRecentLogin(db, user, clock())
        return beginOnboarding(deps, params.id, { scope, user_id: user.user_id })
      },
      finish: (_stored, _call, { url }) => ({ url }),
    },
  )
  mountChange(app, deps, accounts.verifyAccount, (tx, call) =>
    decideAccount(tx, deps, call.params.id, null, readerOf(call)),
  )
  mountChange(app, deps, accounts.refuseAccount, (tx, call) =>
    decideAccount(tx, deps, call.params.id, call.body.reason, readerOf(call)),
  )
  mount(app, standardTerms.getStandardTerms, ({ params }) => getStandardTerms(db, params.id, clock()))
  mountChange(app, deps, standardTerms.setStandardTerms, (tx, call) =>
    setStandardTerms(tx, call.params.id, call.body, readerOf(call)),
  )
  mount(app, statements.getPayoutStatement, ({ params, scope }) => getStatementRecord(db, params.id, scope))
  mount(app, statements.downloadPayoutStatement, ({ params, scope, locale, reply }) =>
    writeStatementFile(deps, params.id, { scope, locale }, reply),
  )
  mount(app, payouts.getPayout, ({ params, user, scope }) =>
    getPayoutRecord(db, params.id, readerOf({ user, scope, now: clock() })),
  )
  mountChange(app, deps, payouts.downloadBankFile, (tx, { params, scope }) => writeBankFile(tx, params.id, scope), {
    check: askPassword,
    finish: ({ name, text }, { reply }) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
      return Buffer.from(text)
    },
  })
  mountChange(app, deps, payouts.approvePayout, (tx, call) => approvePayout(tx, call.params.id, readerOf(call)))
  mountChange(app, deps, payouts.cancelPayout, (tx, call) =>
    endPayout(tx, call.params.id, 'withdrawn', call.body.reason, { ...readerOf(call), deps }),
  )
  mountChange(app, deps, payouts.markPayoutPaid, (tx, call) =>
    endPayout(tx, call.params.id, 'marked_paid', call.body.bank_reference, { ...readerOf(call), deps }),
  )
  mountChange(app, deps, payouts.markPayoutReturned, (tx, call) =>
    endPayout(tx, call.params.id, 'came_back', call.body.reason, { ...readerOf(call), deps }),
  )
}

/** The entry of this feature in the register. */
export const payoutsFeature = {
  name: 'payouts',
  routes: [payoutsRoutes],
  desk: [...payoutsDesk, ...standardTermsDesk],
  mails: payoutMails,
  jobs: payoutsJobs,
  hooks: { onPayoutEvent },
} as const
