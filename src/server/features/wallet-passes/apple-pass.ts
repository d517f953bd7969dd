import { settings } from '#contract/settings/settings.ts'
import { day_ms } from '#contract/time.ts'
import { appleServicePath } from '#contract/wallet-passes/wallet-passes.ts'
import type { ApplePass } from '#server/output/pkpass.ts'
import type { AppleKeys } from '#server/providers/wallets/keys.ts'
import type { PassFacts } from './pass-facts.ts'

/** The brand's night, on which passes are drawn (`styles/theme.css`). */
const colours = {
  foregroundColor: 'rgb(255, 255, 255)',
  backgroundColor: 'rgb(13, 21, 38)',
  labelColor: 'rgb(201, 208, 221)',
}

/** The longest time for which a pass may name one interval in which it is relevant. */
const longestInterval_ms = day_ms

const toInstant = (at: Date): string => at.toISOString()

/**
 * The pass of a booking in Apple's format, as an event ticket: of the styles it is the one that the lock screen shows by
 * both time and place. A pass that is not valid is voided and has no code.
 */
export function toApplePass(
  facts: PassFacts,
  { pass_type_id, team_id }: Pick<AppleKeys, 'pass_type_id' | 'team_id'>,
  { token, origin }: { token: string; origin: string },
): ApplePass {
  const { t, texts, state, start, end, park, plate, code, booking_code } = facts
  const field = (key: string, value: string, label = t(key)) => ({ key, label, value })
  const changing = (key: string, value: string) => ({ ...field(key, value), changeMessage: t(`changed.${key}`) })
  const interval_end = new Date(Math.min(end.getTime(), start.getTime() + longestInterval_ms))
  return {
    formatVersion: 1,
    passTypeIdentifier: pass_type_id,
    teamIdentifier: team_id,
    serialNumber: facts.booking_id,
    authenticationToken: token,
    webServiceURL: origin + appleServicePath,
    organizationName: settings().company.name,
    description: t('description', { park }),
    logoText: settings().company.name,
    ...colours,
    relevantDate: toInstant(start),
    relevantDates: [{ startDate: toInstant(start), endDate: toInstant(interval_end) }],
    expirationDate: toInstant(facts.expires),
    voided: state !== 'valid',
    sharingProhibited: false,
    locations: [{ latitude: facts.lat, longitude: facts.lng, relevantText: t('nearby', { park }) }],
    ...(code === undefined
      ? {}
      : {
          barcodes: [
            {
              format: 'PKBarcodeFormatQR' as const,
              message: code,
              messageEncoding: 'iso-8859-1' as const,
              altText: booking_code,
            },
          ],
        }),
    eventTicket: {
      // One key in both states, so that the lock screen shows the end; the field below announces a new time.
      headerFields: [state === 'valid' ? field('status', texts.end_time, t('until')) : changing('status', texts.state)],
      primaryFields: [field('park', park)],
      secondaryFields: [changing('start', texts.start), changing('end', texts.end)],
      auxiliaryFields: [...(plate === '' ? [] : [changing('plate', plate)]), field('code', booking_code)],
      backFields: [
        ...(facts.address === '' ? [] : [field('address', facts.address)]),
        ...facts.access.map(({ name, text }, n) => field(`access_${n + 1}`, text, name)),
        field('zone', texts.zone),
        { ...field('manage', facts.url), attributedValue: `<a href="${facts.url}">${t('open_booking')}</a>` },
      ],
    },
  }
}
