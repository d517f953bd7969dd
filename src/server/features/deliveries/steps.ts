import { sql } from 'kysely'
import type { CourierStep, sendSteps } from '#contract/deliveries/courier.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { handOverReasons, ownReason, undeliveredReasons } from '#contract/orders/desk/order-reasons.ts'
import type { Tx } from '#server/database/connect.ts'
import { runInSavepoint } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { askAboutAttempts } from '#server/features/orders/lifecycle/brought-back.ts'
import { changeOrderStatus, lockOrder, type OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import { withdrawSubstitutes, type OrderAuthor } from '#server/features/orders/lifecycle/end-order.ts'
import { checkHandover, deliverOrder } from '#server/features/orders/lifecycle/hand-over.ts'
import { scheduleNextStep } from '#server/features/orders/lifecycle/next-step.ts'
import { notifyOfStep } from '#server/features/orders/order-mails.ts'
import { requireOwnPhoto } from '#server/features/orders/photos.ts'
import { toReasonDetail } from '#server/features/orders/staff/commands.ts'
import { readOwnReason } from '#server/features/orders/staff/own-reasons.ts'
import { AppError, fieldError, toProblem } from '#server/http/errors.ts'
import { collectCash } from './cash.ts'
import type { Courier } from './couriers.ts'
import { findCourierDay } from './day.ts'

/** A phone's clock that is less off than this is right: the way of a request takes time too. */
const tolerated_ms = 30_000

interface DeliveryRow {
  id: string
  order_id: string
  branch_id: string
  state: string
  courier_id: string | null
  last_at: Date
}

/**
 * Takes the steps of a courier's deliveries in their order, each once. A step that its delivery does not allow is stored as
 * refused, and changes nothing; those after it are taken all the same.
 */
export async function takeSteps(
  tx: Tx,
  deps: Deps,
  courier: Courier,
  { sent_at, steps }: ParsedBody<typeof sendSteps>,
): Promise<{ answer: AnswerOf<typeof sendSteps>; changes: AuditedChange[] }> {
  const { now } = courier
  const off_ms = now.getTime() - Date.parse(sent_at)
  const shift_ms = Math.abs(off_ms) > tolerated_ms ? off_ms : 0
  const changes: AuditedChange[] = []
  const results: AnswerOf<typeof sendSteps>['results'] = []
  for (const step of steps) {
    const at = new Date(Math.min(Date.parse(step.at) + shift_ms, now.getTime()))
    const refusal = await takeStep(tx, deps, { courier, changes }, step, at)
    results.push({
      id: step.id,
      refusal: refusal === undefined ? null : describe(refusal, courier),
    })
  }
  return { answer: { results, day: await findCourierDay(tx, courier) }, changes }
}

function describe(refusal: AppError, { locale }: Courier): { code: string; message: string } {
  const { code, message } = toProblem(refusal, locale, '')
  return { code, message }
}

/** The state of an order after a step; one that is missing leaves it as it was. */
const statusAfter: Partial<Record<CourierStep['kind'], OrderRow['status']>> = {
  picked_up: 'out_for_delivery',
  handed_over: 'delivered',
  brought_back: 'ready',
}

async function takeStep(
  tx: Tx,
  deps: Deps,
  { courier, changes }: { courier: Courier; changes: AuditedChange[] },
  step: CourierStep,
  at: Date,
): Promise<AppError | undefined> {
  const { user_id, now } = courier
  // Locked before it is looked up: the same step may come twice at once.
  const delivery = await lockOwnDelivery(tx, user_id, step.delivery_id)
  if (delivery === undefined) return new AppError('not_found')
  const known = await tx
    .selectFrom('delivery_steps')
    .select(['courier_id', 'delivery_id', 'refusal'])
    .where('id', '=', step.id)
    .executeTakeFirst()
  if (known !== undefined) {
    const isOwn = known.courier_id === user_id && known.delivery_id === step.delivery_id
    if (!isOwn) return new AppError('not_found')
    return known.refusal === null ? undefined : readRefusal(known.refusal)
  }
  // Nothing happens before what it follows, whatever the phone's clock says.
  const moment = at < delivery.last_at ? delivery.last_at : at
  const refusal = await actOn(tx, deps, courier, { delivery, step, at: moment > now ? now : moment })
  await tx
    .insertInto('delivery_steps')
    .values({
      id: step.id,
      delivery_id: delivery.id,
      courier_id: user_id,
      kind: step.kind,
      at: moment,
      received_at: now,
      refusal: refusal === undefined ? null : JSON.stringify(toStored(refusal)),
    })
    .execute()
  const status = refusal === undefined ? statusAfter[step.kind] : undefined
  if (status !== undefined)
    changes.push({ kind: 'order', id: delivery.order_id, branch_id: delivery.branch_id, after: { status } })
  return refusal
}

/** An error as a step keeps it, so that it is answered with the same sentence when it is sent again. */
const toStored = ({ code, params, fields }: AppError) => ({ code, params, fields })
function readRefusal(stored: unknown): AppError {
  const { code, params, fields } = stored as ReturnType<typeof toStored>
  return new AppError(code, params, fields)
}

/** Locks a delivery that is or was the courier's, its order first. */
async function lockOwnDelivery(tx: Tx, user_id: string, id: string): Promise<DeliveryRow | undefined> {
  const found = await tx
    .selectFrom('deliveries')
    .select('order_id')
    .where('id', '=', id)
    .where('courier_id', '=', user_id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  await lockOrder(tx, found.order_id)
  const { rows } = await sql<DeliveryRow>`
    select id, order_id, branch_id, state, courier_id,
      greatest(created_at, accepted_at, at_branch_at, picked_up_at, arrived_at) as last_at
    from deliveries where id = ${id}::uuid and courier_id = ${user_id}::uuid for update`.execute(tx)
  return rows[0]
}

interface Act {
  delivery: DeliveryRow
  step: CourierStep
  at: Date
}

/** Does what a step says. Returns the error that the courier reads, for a wrong code with what it counts. */
async function actOn(tx: Tx, deps: Deps, courier: Courier, act: Act): Promise<AppError | undefined> {
  const { delivery, step, at } = act
  const mark = (column: 'at_branch_at' | 'arrived_at') =>
    sql`update deliveries set ${sql.ref(column)} = coalesce(${sql.ref(column)}, ${at}) where id = ${delivery.id}::uuid`.execute(
      tx,
    )
  const isOut = delivery.state === 'picked_up'
  const isExpected = step.kind === 'at_branch' || step.kind === 'picked_up' ? delivery.state === 'accepted' : isOut
  if (!isExpected) return new AppError('delivery_over')
  if (step.kind === 'at_branch') return void (await mark('at_branch_at'))
  if (step.kind === 'arrived') return void (await mark('arrived_at'))
  try {
    return await runInSavepoint(tx, () => changeOrder(tx, deps, courier, act))
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function changeOrder(tx: Tx, deps: Deps, { user_id }: Courier, act: Act): Promise<AppError | undefined> {
  const { delivery, step, at } = act
  const order = await lockOrder(tx, delivery.order_id)
  const author: OrderAuthor = { actor: 'courier', actor_id: user_id, at }
  if (step.kind === 'picked_up') await pickUp(tx, deps, order, author)
  else if (step.kind === 'brought_back') await bringBack(tx, deps, order, step, author)
  else if (step.kind === 'handed_over') return handOver(tx, deps, { delivery, order, step }, author)
  return undefined
}

async function pickUp(tx: Tx, deps: Deps, order: OrderRow, author: OrderAuthor): Promise<void> {
  const change = { to: 'out_for_delivery', cause: 'picked_up' } as const
  const changed = await changeOrderStatus(tx, { order_id: order.id, ...change, ...author })
  await scheduleNextStep(tx, changed, author.at)
  await notifyOfStep(tx, deps, changed, { from: order.status, cause: change.cause, ...author })
  await withdrawSubstitutes(tx, deps, order.id, author.at)
}

/** Throws 422 for a reason that is neither ours nor the branch's, and for `other` without words. */
async function bringBack(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  step: Extract<CourierStep, { kind: 'brought_back' }>,
  author: OrderAuthor,
): Promise<void> {
  requireReason(step, undeliveredReasons)
  const detail = (await readOwnReason(tx, order.branch_id, 'bring_back', step)) ?? toReasonDetail(step)
  const changed = await changeOrderStatus(tx, {
    order_id: order.id,
    to: 'ready',
    cause: 'returned_to_branch',
    ...author,
    detail,
  })
  await scheduleNextStep(tx, changed, author.at)
  await askAboutAttempts(tx, deps, order, author.at)
}

type Proof = Extract<CourierStep, { kind: 'handed_over' }>

async function handOver(
  tx: Tx,
  deps: Deps,
  { delivery, order, step }: { delivery: DeliveryRow; order: OrderRow; step: Proof },
  author: OrderAuthor,
): Promise<AppError | undefined> {
  if (step.code !== undefined) {
    const refusal = await checkHandover(tx, order, step.code, author)
    if (refusal !== undefined) return refusal
  }
  const detail = step.code === undefined ? await readPhotoReason(tx, order, step, author) : undefined
  const paid = await collectCash(tx, order, author.actor_id!, step.collected, author)
  await deliverOrder(tx, deps, paid, { cause: 'handed_over', ...author, ...(detail && { detail }) })
  const proof = step.code === undefined ? 'photo' : 'code'
  await sql`update deliveries set proof = ${proof} where id = ${delivery.id}::uuid`.execute(tx)
  return undefined
}

/** What stands for the code. Throws 422 without a photo and a reason, and where the branch asks for the code. */
async function readPhotoReason(tx: Tx, order: OrderRow, step: Proof, { actor_id }: OrderAuthor) {
  const { reason, note, photo_id } = step
  if (photo_id === undefined) throw fieldError('code', 'required')
  const { proof } = await tx
    .selectFrom('branch_setup')
    .select('proof')
    .where('branch_id', '=', order.branch_id)
    .executeTakeFirstOrThrow()
  if (proof !== 'code_or_photo') throw fieldError('code', 'required')
  requireReason({ reason: reason ?? '', note }, handOverReasons)
  await requireOwnPhoto(tx, { order_id: order.id, user_id: actor_id! }, photo_id)
  await tx.updateTable('order_photos').set({ shows: 'handover' }).where('id', '=', photo_id).execute()
  return toReasonDetail({ reason: reason!, note })
}

function requireReason(
  { reason, note }: { reason: string; note?: string | undefined },
  reasons: readonly string[],
): void {
  const isOwn = reason.startsWith(ownReason) && reason.length > ownReason.length && reasons !== handOverReasons
  if (!isOwn && !reasons.includes(reason)) throw fieldError('reason', 'required')
  if (reason === 'other' && (note ?? '').trim().length < 3) throw fieldError('note', 'required')
}
