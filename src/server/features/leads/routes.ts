import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import * as desk from '#contract/leads/desk.ts'
import * as contract from '#contract/leads/leads.ts'
import { toMajor } from '#contract/money.ts'
import { listCityPrices, type CityPrice } from '#contract/parks/city-prices.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { findOffers, getVehicleType, isBookable, isListed } from '#server/features/parks/offers.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form, type FormFile } from '#server/http/forms.ts'
import { parseJson } from '#server/http/json.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { toValidationError } from '#server/http/validation.ts'
import { checkLead, leadKeys, sendLead, type CheckedLead, type Sender } from './commands.ts'
import { cancelDemo, findAvailableSlots, getBookedDemo } from './demos.ts'
import { findChosenFile } from './files.ts'
import { findQuartiles } from './rules.ts'
import { getDeskLead, getFile, linkOrder, runLeadAction } from './staff.ts'

/** Cities with fewer priced car parks are left out: their median would say little. */
const minParks = 3
const maxCities = 60
const cacheLifetime_ms = 10 * minute_ms
const pricesCache = new WeakMap<Db, Map<CountryCode, { prices: CityPrice[]; until: number }>>()

/**
 * Returns the price of one hour for a car at bookable parks, before fees and taxes, by city: the cities with most car
 * parks first. Cached for ten minutes per country.
 */
async function findCityPrices(db: Db, country: CountryCode, now: Date): Promise<CityPrice[]> {
  const cached = pricesCache.get(db)?.get(country)
  if (cached !== undefined && cached.until > now.getTime()) return cached.prices
  const offers = await findOffers<{ has_example: boolean }>(
    db,
    await getVehicleType(db, 1),
    sql<boolean>`c.code = ${country} and p.city is not null and ${isBookable} and ${isListed}`,
    sql`('tariff' = any(p.examples) or 'park' = any(p.examples)) as has_example`,
  )
  const priced = offers.filter(({ tariff }) => tariff !== null)
  const prices = [...Map.groupBy(priced, ({ city }) => city!)]
    .flatMap(([city, parks]): CityPrice[] => {
      const { currency } = parks[0]!
      const quartiles = findQuartiles(parks.map(({ tariff }) => calculateHourPrice(tariff!).amount_minor))
      if (quartiles === undefined || parks.length < minParks) return []
      const [low, median, high] = [quartiles.low, quartiles.median, quartiles.high].map((amount) =>
        toMajor(amount, currency),
      )
      const examples = parks.filter(({ has_example }) => has_example).length
      return [{ city, currency, parks: parks.length, examples, low: low!, median: median!, high: high! }]
    })
    .sort((a, b) => b.parks - a.parks || a.city.localeCompare(b.city))
    .slice(0, maxCities)
  const byCountry = pricesCache.get(db) ?? new Map<CountryCode, { prices: CityPrice[]; until: number }>()
  pricesCache.set(db, byCountry.set(country, { prices, until: now.getTime() + cacheLifetime_ms }))
  return prices
}

type AnyCall = Pick<Call<typeof contract.sendContact>, 'request' | 'user' | 'locale' | 'retry'>

const readSender = ({ request, user, locale, retry }: AnyCall): Sender => ({
  ip: request.ip,
  user_id: user?.user_id,
  locale,
  retry,
})

export function leadsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  for (const kind of contract.leadKinds)
    if (kind !== 'career')
      mountChange(
        app,
        deps,
        contract.leadCalls[kind] as typeof contract.sendContact,
        (tx, call, checked: CheckedLead) =>
          sendLead(tx, deps, { kind, body: call.body }, { sender: readSender(call), checked }, call.now),
        {
          prepare: (call) => checkLead(deps, kind, call.body, readSender(call)),
          has_own_keys: true,
          taken: leadKeys,
        },
      )
  void app.register(async (applications) => {
    acceptForms(applications, contract.maxApplication_bytes)
    mountChange(
      applications,
      deps,
      contract.sendApplication,
      (tx, { now }, { lead, ...more }: SentApplication) => sendLead(tx, deps, lead, more, now),
      { prepare: (call) => checkApplication(deps, call), has_own_keys: true, taken: leadKeys },
    )
  })

  mount(app, contract.listDemoSlots, () => findAvailableSlots(db, clock()))
  mount(app, contract.getDemo, ({ params, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getBookedDemo(deps, params.token)
  })
  mountChange(app, deps, contract.cancelDemo, (tx, { body, locale, now }) =>
    cancelDemo(tx, deps, body.token, locale, now),
  )
  mount(app, listCityPrices, ({ query }) => findCityPrices(db, query.country, clock()))

  mount(app, desk.getDeskLead, ({ params }) => getDeskLead(db, params.id))
  const calls = {
    take: desk.claimLead,
    answer: desk.answerLead,
    close: desk.closeLead,
    note: desk.addLeadNote,
  } as const
  for (const [action, call] of Object.entries(calls))
    mountChange(app, deps, call as typeof desk.claimLead, (tx, { params, body, user, now }) =>
      runLeadAction(tx, user.user_id, params.id, { action: action as keyof typeof calls, note: body.note }, now),
    )
  mountChange(app, deps, desk.linkLeadOrder, (tx, { params, body, user, now }) =>
    linkOrder(tx, user, params.id, body.order_number, now),
  )
  mount(app, desk.getLeadFile, async ({ params, reply }) => {
    const { content, name } = await getFile(db, params.id)
    reply.type('application/pdf')
    reply.header('content-disposition', `attachment; filename="${name}"`).header('x-content-type-options', 'nosniff')
    return content
  })
}

/** A job application that is read and checked. */
interface SentApplication {
  lead: { kind: 'career'; body: contract.LeadBody<'career'>; file: FormFile | undefined }
  sender: Sender
  checked: CheckedLead
}

/** Reads and checks a job application, whose key covers its file too. Throws as `readApplication` and `checkLead` do. */
async function checkApplication(deps: Deps, call: Call<typeof contract.sendApplication>): Promise<SentApplication> {
  const { body, file, hash } = readApplication(call.request.body as Form)
  const sender = readSender(call)
  const keyed = { ...sender, retry: sender.retry && { ...sender.retry, body_hash: hash } }
  const checked = await checkLead(deps, 'career', body, keyed, file)
  return { lead: { kind: 'career', body, file }, sender: keyed, checked }
}

/**
 * Reads the form of a job application. `hash` covers the fields and the file but not the multipart boundaries, which
 * change on a retry. Throws `malformed_body`, and a 422 for an invalid field.
 */
function readApplication({ fields, files }: Form): {
  body: contract.LeadBody<'career'>
  file: FormFile | undefined
  hash: Buffer
} {
  const text = fields.get('fields')
  if (text === undefined) throw new AppError('malformed_body')
  const input = parseJson(text)
  const parsed = z.safeParse(contract.leadForms.career, input)
  if (!parsed.success) throw toValidationError(parsed.error.issues, input)
  if (fields.has('file')) throw fieldError('file', 'pdf')
  const file = findChosenFile(files.get('file'))
  const hash = createHash('sha256')
    .update(text)
    .update(file?.sha256 ?? '')
    .digest()
  return { body: parsed.data, file, hash }
}
