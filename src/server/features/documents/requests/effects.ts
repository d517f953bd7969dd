import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { storeChange, storeStatus, type RequestEntry, type RequestRow, type StatusChange } from './change-status.ts'
import { notifyRequestCustomer, type MailDetail } from './mails.ts'
import { notifyDocumentStaff } from './notify-staff.ts'
import {
  documentChanges,
  findMail,
  findTransition,
  type DocumentChange,
  type Outcome,
  type SilentChange,
} from './transitions.ts'

/** What a change leaves behind: the request, and what the mail says beside it. */
interface Done {
  row: RequestRow
  mail?: MailDetail
  outcome?: Outcome
}

/**
 * The only way in which the state of a locked request changes, with all that the table of transitions says of it: the state,
 * the history, then what `work` does with it, the mail and the notice. Returns the request as it is now. Throws
 * `document_state` for what the table does not have.
 */
export async function changeRequestStatus(
  tx: Tx,
  deps: Deps,
  before: RequestRow,
  change: StatusChange & Omit<Done, 'row'>,
  work: (row: RequestRow) => Promise<Done> = async (row) => ({ row }),
): Promise<RequestRow> {
  const { mail, outcome, ...stored } = change
  const done = { mail, outcome, ...(await work(await storeStatus(tx, before, stored))) }
  await notifyOfChange(tx, deps, findTransition(before.status, change.to, change.actor)!, done, change.at)
  return done.row
}

/** Records a change that keeps the state, after it was made, with the mail and the notice that the table names for it. */
export async function recordRequestChangeAndNotify(
  tx: Tx,
  deps: Deps,
  { cause, ...entry }: RequestEntry & { cause: Exclude<DocumentChange, SilentChange> },
  done: Done,
): Promise<void> {
  await storeChange(tx, done.row, { cause, ...entry })
  await notifyOfChange(tx, deps, documentChanges[cause], done, entry.at)
}

/** Tells the customer that staff have begun a request for them. */
export const notifyOfCreation = (tx: Tx, deps: Deps, row: RequestRow, { actor, at }: RequestEntry): Promise<void> =>
  notifyOfChange(tx, deps, findTransition(null, 'draft', actor)!, { row }, at)

async function notifyOfChange(
  tx: Tx,
  deps: Deps,
  effects: Parameters<typeof findMail>[0],
  { row, mail, outcome }: { row: RequestRow; mail?: MailDetail | undefined; outcome?: Outcome | undefined },
  at: Date,
): Promise<void> {
  const topic = findMail(effects, outcome)
  if (topic !== null) await notifyRequestCustomer(tx, deps, row, { topic, at, detail: mail })
  const { notice } = effects
  if (notice === 'settled') await settleNotices(tx, row.id, at)
  else if (notice !== undefined) await notifyDocumentStaff(tx, deps, notice, row, at)
}
