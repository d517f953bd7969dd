import { sql } from 'kysely'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Deps } from '#server/deps.ts'
import { atOnce, whenDue, type Due } from '#server/jobs.ts'
import type { GooglePass } from '#server/providers/wallets/google-wallet.ts'
import { describePass, type PassFacts, type PassState } from './pass-facts.ts'
import { findPass } from './stored-passes.ts'

const states: Record<PassState, GooglePass['state']> = { valid: 'ACTIVE', cancelled: 'INACTIVE', ended: 'EXPIRED' }

/** The brand's night (`styles/theme.css`); Google chooses the colour of the text. */
const colour = '#0d1526'

/** The pass of a booking as Google has it. Google loads the logo itself, from an address with HTTPS alone. */
export function toGooglePass(facts: PassFacts, origin: string): GooglePass {
  const { t, texts, code, booking_code, language } = facts
  const text = (value: string) => ({ defaultValue: { language, value } })
  const module = (id: string, body: string, header = t(id)) => ({ id, header, body })
  const logo = { sourceUri: { uri: `${origin}/icon-512.png` }, contentDescription: text(settings().company.name) }
  return {
    state: states[facts.state],
    genericType: 'GENERIC_PARKING_PASS',
    cardTitle: text(settings().company.name),
    header: text(facts.park),
    subheader: text(facts.state === 'valid' ? t('title') : texts.state),
    hexBackgroundColor: colour,
    ...(origin.startsWith('https:') ? { logo } : {}),
    ...(code === undefined ? {} : { barcode: { type: 'QR_CODE', value: code, alternateText: booking_code } }),
    validTimeInterval: {
      start: { date: facts.start.toISOString() },
      end: { date: facts.expires.toISOString() },
    },
    textModulesData: [
      module('start', texts.start),
      module('end', texts.end),
      // A row of the pass has a place for it.
      module('plate', facts.plate === '' ? '–' : facts.plate),
      module('code', booking_code),
      ...(facts.address === '' ? [] : [module('address', facts.address)]),
      ...facts.access.map(({ name, text: body }, n) => module(`access_${n + 1}`, body, name)),
      module('zone', texts.zone),
    ],
    linksModuleData: { uris: [{ id: 'booking', uri: facts.url, description: t('open_booking') }] },
    merchantLocations: [{ latitude: facts.lat, longitude: facts.lng }],
  }
}

/** Longer than all calls of one pass may take together. */
const claim_ms = 2 * minute_ms

type Sender = Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'wallets'>

/**
 * Writes the pass of a booking at Google as it is now. The caller has claimed it: of two that write at one time, the earlier
 * version could be the last to arrive. A change meanwhile stays due. A pass of an erased account is forgotten afterwards.
 */
async function sendPass(deps: Sender, booking_id: string): Promise<void> {
  const { db, clock, wallets } = deps
  const found = await findPass(db, booking_id)
  if (found === undefined) return
  const { pass, row } = found
  const facts = await describePass(db, deps, row, pass.locale)
  await wallets.google!.save(booking_id, toGooglePass(facts, deps.publicUrl()), clock())
  await sql`update wallet_passes set google_since = coalesce(google_since, ${clock()}), google_claimed_until = null,
    google_due = case when version > ${pass.version} then version end
    where booking_id = ${booking_id}`.execute(db)
  await sql`delete from wallet_passes p using bookings b join users u on u.id = b.user_id
    where p.booking_id = ${booking_id} and b.id = p.booking_id and u.erased_at is not null and p.google_due is null`.execute(
    db,
  )
}

/**
 * Creates the pass at Google, or brings it up to date there. `busy`: another request is doing that, and Google has not had
 * it before. Throws RemoteError.
 */
export async function createGooglePass(deps: Sender, booking_id: string): Promise<'created' | 'busy'> {
  const { db, clock } = deps
  const now = clock()
  const claimed = await db
    .updateTable('wallet_passes')
    .set({ google_claimed_until: new Date(now.getTime() + claim_ms) })
    .where('booking_id', '=', booking_id)
    .where((where) => where.or([where('google_claimed_until', 'is', null), where('google_claimed_until', '<=', now)]))
    .returning('booking_id')
    .executeTakeFirst()
  if (claimed === undefined) {
    const found = await findPass(db, booking_id)
    return (found?.pass.google_since ?? null) === null ? 'busy' : 'created'
  }
  try {
    await sendPass(deps, booking_id)
  } catch (error) {
    await db
      .updateTable('wallet_passes')
      .set({ google_claimed_until: null })
      .where('booking_id', '=', booking_id)
      .execute()
    throw error
  }
  return 'created'
}

interface DuePass {
  booking_id: string
  google_due: number
  booking_code: string
}

const duePasses: Queue<DuePass> = {
  name: 'google_passes',
  parallel: 4,
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<DuePass>`
      with due as (
        select p.booking_id from wallet_passes p
        where google_due is not null and (google_claimed_until is null or google_claimed_until <= ${now})
          and ${isReady(sql`(p.booking_id || ':' || p.google_due)`)}
        order by p.modified_at limit ${limit} for update skip locked)
      update wallet_passes p set google_claimed_until = ${new Date(now.getTime() + claim_ms)}
      from due, bookings b where p.booking_id = due.booking_id and b.id = p.booking_id
      returning p.booking_id, p.google_due, b.booking_code`.execute(db)
    return rows
  },
  keyOf: ({ booking_id, google_due }) => `${booking_id}:${google_due}`,
  subjectOf: ({ booking_code }) => booking_code,
  work: (deps, { booking_id }) => sendPass(deps, booking_id),
}

export const googleDue: Due = ({ wallets }) =>
  wallets.google === undefined
    ? undefined
    : whenDue('google_passes', {
        from: sql`wallet_passes p`,
        key: sql`(p.booking_id || ':' || p.google_due)`,
        when: sql`coalesce(p.google_claimed_until, ${atOnce})`,
        where: sql`p.google_due is not null`,
      })

/** The job: brings passes up to date at Google. Returns how many. */
export const updateGooglePasses = async (deps: Deps): Promise<number> =>
  deps.wallets.google === undefined ? 0 : workThrough(deps, duePasses)
