import type { PriceLine } from '../requests/price.ts'

/** Accounts that documents add to the ledger; `owner` is the state whose agency it is, a tax's code or ''. */
export type DocumentAccount =
  | { kind: 'customer'; owner: string }
  | { kind: 'document_held' | 'insurer_payable' | 'fee_income'; owner: '' }
  | { kind: 'agency_payable'; owner: string }
  | { kind: 'tax_payable'; owner: 'vat' }
export interface DocumentPosting {
  account: DocumentAccount
  amount_minor: bigint
}
/** The lines of a request after money has moved, with the postings that move it; `amount_minor` is their sum. */
export interface Moved {
  lines: PriceLine[]
  postings: DocumentPosting[]
  amount_minor: bigint
}

const held: DocumentAccount = { kind: 'document_held', owner: '' }

/** What of a line has gone nowhere yet. */
export const leftOf = ({ amount_minor, released_minor, refunded_minor }: PriceLine): bigint =>
  amount_minor - released_minor - refunded_minor

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)

/** Money of a paid request waits until the agency has its documents. */
export function toHeld(lines: readonly PriceLine[], user_id: string): DocumentPosting[] {
  const total_minor = sum(lines.map(({ amount_minor }) => amount_minor))
  return [
    { account: { kind: 'customer', owner: user_id }, amount_minor: -total_minor },
    { account: held, amount_minor: total_minor },
  ]
}

/** What a stage releases: all but the delivery when the agency has the documents, the delivery once they are delivered. */
const isOfDelivery = ({ part, of }: PriceLine): boolean => part === 'delivery' || of === 'delivery'

/** Pays out what a stage releases and was not refunded: to agency, insurer, us and the tax office. */
export function releaseLines(lines: readonly PriceLine[], stage: 'agency' | 'delivery', state: string): Moved {
  const postings: DocumentPosting[] = []
  const after = lines.map((line) => {
    const left = leftOf(line)
    if (isOfDelivery(line) !== (stage === 'delivery') || left === 0n) return line
    postings.push({ account: held, amount_minor: -left }, { account: accountOf(line, state), amount_minor: left })
    return { ...line, released_minor: line.released_minor + left }
  })
  return { lines: after, postings, amount_minor: sumReleased(postings) }
}

const sumReleased = (postings: readonly DocumentPosting[]): bigint =>
  sum(postings.filter(({ account }) => account.kind !== 'document_held').map(({ amount_minor }) => amount_minor))

function accountOf({ part }: PriceLine, state: string): DocumentAccount {
  if (part === 'government') return { kind: 'agency_payable', owner: state }
  if (part === 'insurer') return { kind: 'insurer_payable', owner: '' }
  if (part === 'tax') return { kind: 'tax_payable', owner: 'vat' }
  return { kind: 'fee_income', owner: '' }
}

/** Everything that still waits goes back to the customer. */
export function refundHeldLines(lines: readonly PriceLine[], user_id: string): Moved {
  const amount_minor = sum(lines.map(leftOf))
  return {
    lines: lines.map((line) => ({ ...line, refunded_minor: line.refunded_minor + leftOf(line) })),
    postings: [
      { account: held, amount_minor: -amount_minor },
      { account: { kind: 'customer', owner: user_id }, amount_minor },
    ],
    amount_minor,
  }
}

/** What an agency or an insurer gave back of a document. */
export interface Returned {
  kind: PriceLine['kind']
  part: 'government' | 'insurer'
  amount_minor: bigint
}

/**
 * What agencies and insurers gave back goes on to the customer. Throws RangeError for more than they got, and for a line that
 * does not exist.
 */
export function refundReturnedLines(
  lines: readonly PriceLine[],
  returned: readonly Returned[],
  { user_id, state }: { user_id: string; state: string },
): Moved {
  const after = [...lines]
  const postings: DocumentPosting[] = []
  for (const { kind, part, amount_minor } of returned) {
    const at = after.findIndex((line) => line.kind === kind && line.part === part)
    const line = after[at]
    if (line === undefined || amount_minor < 0n || amount_minor > line.released_minor)
      throw new RangeError('more was given back than was paid')
    after[at] = {
      ...line,
      released_minor: line.released_minor - amount_minor,
      refunded_minor: line.refunded_minor + amount_minor,
    }
    postings.push(
      { account: accountOf(line, state), amount_minor: -amount_minor },
      { account: { kind: 'customer', owner: user_id }, amount_minor },
    )
  }
  return { lines: after, postings, amount_minor: sum(returned.map(({ amount_minor }) => amount_minor)) }
}
