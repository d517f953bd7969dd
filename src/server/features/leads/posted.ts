import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { leadForms, leadKinds, type LeadBody, type LeadKind } from '#contract/leads/leads.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Form, FormFile } from '#server/http/forms.ts'
import type { Retry } from '#server/http/mount.ts'
import { toValidationError } from '#server/http/validation.ts'
import { checkLead, leadKeys, sendLead, type Sender } from './commands.ts'
import { findChosenFile } from './files.ts'

/** A form as a browser without scripts posts it. */
export interface PostedLead {
  kind: LeadKind
  /** What was typed, by field. */
  values: Record<string, string>
  file: FormFile | undefined
  /** The moment at which the form was rendered; undefined if the form does not say it. */
  opened_at: string | undefined
}

const numberFields = new Set(['drivers', 'power_kw', 'spaces'])
const otherFields = new Set(['lead', 'opened_at', 'file'])

/** Reads a posted form; undefined if it is none of ours. */
export function readPostedLead({ fields, files }: Form): PostedLead | undefined {
  const kind = leadKinds.find((kind) => kind === fields.get('lead'))
  if (kind === undefined) return undefined
  return {
    kind,
    values: Object.fromEntries([...fields].filter(([name]) => !otherFields.has(name))),
    file: files.get('file'),
    opened_at: fields.get('opened_at'),
  }
}

/**
 * Sends a posted form by the same schema and limits as the API; the same form posted again returns the first reference.
 * Throws what `checkLead` and `sendLead` throw, and a 422.
 */
export async function sendPostedLead(
  deps: Deps,
  posted: PostedLead,
  sender: Omit<Sender, 'retry'>,
): Promise<{ reference: string }> {
  const { kind, values, opened_at = '' } = posted
  const opened_ms = Date.parse(opened_at)
  const typed = Object.entries(values).flatMap(([name, text]): [string, string | number][] =>
    text.trim() === '' ? [] : [[name, numberFields.has(name) ? readNumber(text) : text]],
  )
  const took_ms = Number.isNaN(opened_ms) ? 0 : Math.max(0, deps.clock().getTime() - opened_ms)
  const input = { ...Object.fromEntries(typed), took_ms }
  const parsed = z.safeParse(leadForms[kind] as z.ZodMiniType, input)
  if (!parsed.success) throw toValidationError(parsed.error.issues, input)
  const file = kind === 'career' ? findChosenFile(posted.file) : undefined
  const body = parsed.data as LeadBody
  const sent = { ...sender, retry: makeRetry(posted) }
  const checked = await checkLead(deps, kind, body, sent, file)
  const send = (tx: Tx) => sendLead(tx, deps, { kind, body, file }, { sender: sent, checked }, deps.clock())
  return transact(deps.db, send, { taken: leadKeys, is_keyed: true })
}

/**
 * Recognises a form that is posted twice, by its content and the moment it was rendered. A random key in its HTML would
 * not do: the page is shared between visitors, and keeps its key when someone goes back and changes the text.
 */
function makeRetry({ kind, values, opened_at, file }: PostedLead): Retry {
  const fields = Object.entries(values).toSorted(([first], [other]) => (first < other ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, opened_at, fields, file?.sha256.toString('hex')]))
    .digest()
  return { key: `posted ${hash.toString('hex')}`, call: 'postLead', body_hash: hash }
}

/** A number with a point or a comma; NaN for anything else. */
const readNumber = (text: string): number => Number(text.replaceAll(/\s/g, '').replace(',', '.'))
