import { grace } from '#contract/bookings/booking-rules.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import type { GuardScan, ScanReason } from '#contract/gate/guard-scans.ts'
import { minute_ms } from '#contract/time.ts'
import type { ReadCode } from './readCode.ts'

/* What a guard does with a car, from what the phone holds: pure, because it must be right without a network (decision 48). */

/** The bookings of a car park, by their code, as they were at `at`. */
export interface GuardList {
  park_code: string
  at: string
  bookings: ReadonlyMap<string, ListedBooking>
}

/** An earlier scan of the same booking on this phone. */
export type EarlierScan = Pick<GuardScan, 'at' | 'direction' | 'admitted'>

export interface Question {
  code: ReadCode
  /** Undefined while the phone holds none. */
  list: GuardList | undefined
  park_code: string
  direction: GuardScan['direction']
  /** By our clock. */
  now: Date
  /** Oldest first. */
  earlier: readonly EarlierScan[]
}

export interface BookingFacts {
  booking_code: string
  plate: string
  start_time: Date
  end_time: Date
}

export interface Judgement {
  verdict: GuardScan['verdict']
  reason: ScanReason | null
  /** Undefined if the code names no booking that the phone knows anything of. */
  booking: BookingFacts | undefined
  /** Of another car park, if the pass is for one. */
  other_park: string | undefined
  evidence: {
    /** `bad`: it is none of ours. */
    signature: 'valid' | 'unchecked' | 'none' | 'bad'
    isListed: boolean
    /** When the list is from; null without one. */
    list_at: string | null
    /** The last scan of this booking on this phone, of those that were let through if there is one. */
    earlier: EarlierScan | undefined
  }
}

/** A list that is older than this no longer makes a verdict green: bookings may have been cancelled or changed since. */
export const oldList_ms = 120 * minute_ms

/** Returns the verdict on a code. */
export function judge(question: Question): Judgement {
  const { code, list, earlier } = question
  const listed = code.kind === 'invalid' ? undefined : list?.bookings.get(code.booking_code)
  const [verdict, reason] = decide(question, listed)
  return {
    verdict,
    reason,
    booking: listed === undefined ? toFacts(code) : toListedFacts(listed),
    other_park: reason === 'other_park' && code.kind === 'pass' ? code.content?.park_code : undefined,
    evidence: {
      signature: code.kind === 'pass' ? code.signature : code.kind === 'number' ? 'none' : 'bad',
      isListed: listed !== undefined,
      list_at: list?.at ?? null,
      earlier: earlier.findLast(({ admitted }) => admitted) ?? earlier.at(-1),
    },
  }
}

type Decision = [verdict: Judgement['verdict'], reason: ScanReason | null]

function decide(question: Question, listed: ListedBooking | undefined): Decision {
  const { code, park_code } = question
  if (code.kind === 'invalid') return ['red', 'invalid']
  if (code.kind === 'pass' && code.content !== null && code.content.park_code !== park_code)
    return ['red', 'other_park']
  if (listed !== undefined) return decideListed(question, listed, code)
  return code.kind === 'number' ? ['red', 'unknown'] : decideUnlisted(question, code)
}

/** The booking is on the list, which knows more than the pass. */
function decideListed(question: Question, listed: ListedBooking, code: ReadCode): Decision {
  const { list, direction, now } = question
  // A car that is inside must be able to leave: at the exit, what is not in order is for the guard to look at.
  const refused: Decision[0] = direction === 'in' ? 'red' : 'amber'
  if (listed.status === 'cancelled') return [refused, 'cancelled']
  if (listed.status === 'pending' || listed.status === 'expired') return [refused, 'unpaid']
  if (code.kind === 'pass' && code.content !== null && code.content.generation !== listed.generation)
    return [refused, 'revoked']
  const outOfTurn = checkTurn(question, listed.status, refused) ?? checkWindow(toListedFacts(listed), direction, now)
  if (outOfTurn !== undefined) return outOfTurn
  const age_ms = now.getTime() - Date.parse(list!.at)
  // A list of the future: the phone's clock was set back since.
  return age_ms > oldList_ms || age_ms < -minute_ms ? ['amber', 'old_list'] : ['green', null]
}

/** Each booking lets one car in once, and out once. */
function checkTurn(
  { direction, earlier }: Question,
  status: ListedBooking['status'],
  refused: Decision[0],
): Decision | undefined {
  const last = earlier.findLast(({ admitted }) => admitted)?.direction
  const isListedInside = status === 'checked_in' || status === 'overstayed'
  if (status === 'completed' || last === 'out') return [refused, 'left']
  const isInside = isListedInside || last === 'in'
  if (direction === 'in') return isInside ? ['red', 'used'] : undefined
  return isInside ? undefined : ['amber', 'not_in']
}

function checkWindow(
  { start_time, end_time }: Pick<BookingFacts, 'start_time' | 'end_time'>,
  direction: GuardScan['direction'],
  now: Date,
): Decision | undefined {
  if (now < opensAt({ start_time })) return [direction === 'in' ? 'red' : 'amber', 'early']
  if (direction === 'in') return now >= end_time ? ['red', 'expired'] : undefined
  return now.getTime() >= end_time.getTime() + grace.end_min * minute_ms ? ['amber', 'expired'] : undefined
}

/** A pass of a booking that is not on the list: made since the list was read, or there is no list. */
function decideUnlisted(
  { list, direction, now, earlier }: Question,
  { signature, content }: Extract<ReadCode, { kind: 'pass' }>,
): Decision {
  const refused: Decision[0] = direction === 'in' ? 'red' : 'amber'
  const last = earlier.findLast(({ admitted }) => admitted)?.direction
  if (last === 'out') return [refused, 'left']
  if (last === 'in' && direction === 'in') return ['red', 'used']
  const outside = content === null ? undefined : checkWindow(content, direction, now)
  if (outside !== undefined) return outside
  if (signature === 'unchecked') return ['amber', 'unverified']
  return ['amber', list === undefined ? 'old_list' : 'unknown']
}

/** The earliest check-in. */
export const opensAt = ({ start_time }: Pick<BookingFacts, 'start_time'>): Date =>
  new Date(start_time.getTime() - grace.arrival_min * minute_ms)

const toListedFacts = ({ booking_code, plate, start_time, end_time }: ListedBooking): BookingFacts => ({
  booking_code,
  plate,
  start_time: new Date(start_time),
  end_time: new Date(end_time),
})

function toFacts(code: ReadCode): BookingFacts | undefined {
  if (code.kind !== 'pass' || code.content === null) return undefined
  const { booking_code, plate, start_time, end_time } = code.content
  return { booking_code, plate, start_time, end_time }
}
