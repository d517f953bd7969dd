import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/fields.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { payoutMethods } from '../terms.ts'
import { PayeeRecord } from './payees.ts'

/** The forms in which accounts are entered; a provider’s page takes those of Stripe. */
export const accountForms = ['ng_bank', 'ca_bank', 'us_bank', 'sn_bank', 'sn_mobile'] as const

const AccountChoice = z.object({
  method: z.enum(payoutMethods),
  /** Null where the provider’s own page asks for the account. */
  form: z.nullable(z.enum(accountForms)),
})
export type AccountChoice = z.infer<typeof AccountChoice>

const path = '/api/v1/admin/payees/{id}'
const call = { tag: 'desk', status: 200, params: byId, auth: 'payouts.account' } as const

export const getAccountChoices = endpoint({
  ...call,
  name: 'getAccountChoices',
  method: 'GET',
  path: `${path}/account`,
  summary: 'Returns how a payee can be paid, with the banks where the provider has a list',
  answer: z.object({
    choices: z.array(AccountChoice),
    banks: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
})

const typed = z._default(z.string().check(z.trim(), z.maxLength(60, 'too_long')), '')

export const setPayoutAccount = endpoint({
  ...call,
  name: 'setPayoutAccount',
  method: 'POST',
  path: `${path}/account`,
  summary: 'Sets the account that a payee is paid to, after the password; another one than before waits three days',
  idempotent: true,
  body: z.strictObject({
    method: z.enum(payoutMethods, 'required'),
    form: z.enum(accountForms, 'required'),
    holder_name: line(2, 120),
    bank_name: z._default(z.string().check(z.trim(), z.maxLength(120, 'too_long')), ''),
    bank_code: typed,
    number: typed,
    institution: typed,
    transit: typed,
    routing_number: typed,
    iban: typed,
    mobile: typed,
  }),
  answer: PayeeRecord,
})

/** The address works once and for minutes, and is stored nowhere. */
export const startOnboarding = endpoint({
  ...call,
  name: 'startOnboarding',
  method: 'POST',
  path: `${path}/onboarding`,
  summary: 'Returns the address of the provider’s page where a payee enters its account, after the password',
  answer: z.object({ url: z.string() }),
})

const decision = { ...call, method: 'POST', auth: 'payouts.update', idempotent: true, answer: PayeeRecord } as const

export const verifyAccount = endpoint({
  ...decision,
  name: 'verifyAccount',
  path: `${path}/account/verify`,
  summary: 'Confirms that an account that no provider can verify is the payee’s',
})

export const refuseAccount = endpoint({
  ...decision,
  name: 'refuseAccount',
  path: `${path}/account/refuse`,
  summary: 'Refuses a payee’s account, with a reason that is emailed',
  body: z.strictObject({ reason: line(3, 300) }),
})
