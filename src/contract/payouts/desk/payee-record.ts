import { deskRecord } from '#contract/lists/records.ts'
import { entities } from '../terms.ts'
import { refuseAccount, setPayoutAccount, verifyAccount } from './accounts.ts'
import {
  getPayee,
  pausePayouts,
  payeeList,
  proposePayout,
  refuseIdentity,
  resumePayouts,
  setPayeeTerms,
  submitIdentity,
  termsForm,
  verifyIdentity,
} from './payees.ts'
import { payoutList } from './payouts.ts'
import { statementList } from './statements.ts'

/** Whom we pay, with its balance, terms, identity and account. */
export const payeeRecord = deskRecord({
  list: payeeList,
  get: getPayee,
  state: 'identity',
  facts: {
    balance: { kind: 'money' },
    payable: { kind: 'money' },
    held_back: { kind: 'choice', words: 'held_back' },
    reserved: { kind: 'money' },
    unstated: { kind: 'money' },
    next_closing_at: { kind: 'instant', zone: 'timezone' },
    kind: { kind: 'choice', words: 'payee_kinds' },
    country: { kind: 'country' },
    schedule: { kind: 'choice', words: 'payout_schedules' },
    commission: { kind: 'number' },
    minimum: { kind: 'money' },
    reserve: { kind: 'number' },
    reserve_days: { kind: 'number' },
    entity: { kind: 'choice', words: 'payee_entities' },
    legal_name: { kind: 'text' },
    registration_number: { kind: 'text' },
    tax_number: { kind: 'text' },
    address: { kind: 'text' },
    identity_reason: { kind: 'text' },
    identity_until: { kind: 'day' },
    account: { kind: 'code' },
    account_holder: { kind: 'text' },
    account_bank: { kind: 'text' },
    account_state: { kind: 'choice', words: 'payout_account_states' },
    account_reason: { kind: 'text' },
    usable_from: { kind: 'instant', zone: 'timezone' },
    is_paused: { kind: 'flag' },
    pause_reason: { kind: 'text' },
    is_example: { kind: 'flag' },
  },
  actions: {
    identity: {
      endpoint: submitIdentity,
      fields: {
        entity: { kind: 'choice', values: entities, words: 'payee_entities' },
        legal_name: { kind: 'text', hint: true },
        registration_number: { kind: 'text', hint: true },
        tax_number: { kind: 'text' },
        address: { kind: 'long' },
      },
    },
    verify: { endpoint: verifyIdentity, fields: { identity_until: { kind: 'day', hint: true } } },
    refuse: { endpoint: refuseIdentity, fields: { reason: { kind: 'long', hint: true } } },
    terms: {
      endpoint: setPayeeTerms,
      fields: termsForm,
    },
    payout: { endpoint: proposePayout, serious: true },
    account: { endpoint: setPayoutAccount, own: true },
    verify_account: { endpoint: verifyAccount, serious: true },
    refuse_account: { endpoint: refuseAccount, fields: { reason: { kind: 'long', hint: true } } },
    pause: { endpoint: pausePayouts, fields: { reason: { kind: 'long' } } },
    resume: { endpoint: resumePayouts },
  },
  tabs: {
    statements: { list: statementList, filter: 'payee' },
    payouts: { list: payoutList, filter: 'payee' },
  },
  primary: ['verify', 'verify_account', 'payout'],
  dangerous: ['refuse', 'refuse_account', 'pause'],
  badges: ['held_back'],
})
