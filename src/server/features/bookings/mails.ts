import type { Booking } from '#contract/bookings.ts'
import { toMinor } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail.ts'
import { titleOf } from '#server/features/parks/titles.ts'
import { moneyText } from '#server/features/wallet/wording.ts'
import type { SignedIn } from '#server/http.ts'
import { translate } from '#server/translate.ts'

type Reader = Pick<SignedIn, 'email' | 'language'>

/** Confirms a booking to the driver, in the driver's language and the park's time. */
export const mailBooked = (tx: Tx, deps: Deps, reader: Reader, booking: Booking, now: Date): Promise<void> =>
  send(tx, deps, reader, booking, 'booked', now)

/** Confirms that it was cancelled, and what came back. */
export const mailCancelled = (tx: Tx, deps: Deps, reader: Reader, booking: Booking, now: Date): Promise<void> =>
  send(tx, deps, reader, booking, 'cancelled', now)

async function send(
  tx: Tx,
  { publicUrl }: Deps,
  { email, language }: Reader,
  booking: Booking,
  name: 'booked' | 'cancelled',
  now: Date,
): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) => translate(language, `booking_mails.${key}`, params)
  const code = booking.booking_code
  const { park, currency } = booking
  const money = (amount: number) => moneyText(toMinor(amount, currency) ?? 0n, currency, language)
  const when = (at: string) => timeText(new Date(at), park.timezone, language)
  const rows: [string, string][] = [
    [say('facts.code'), code],
    [say('facts.park'), titleOf(park, language)],
    [say('facts.from'), when(booking.start_time)],
    [say('facts.to'), when(booking.end_time)],
    [say('facts.plate'), booking.plate],
    name === 'booked' ? [say('facts.paid'), money(booking.total)] : [say('facts.refunded'), money(booking.refunded)],
  ]
  await queueMail(
    tx,
    {
      to: email,
      language,
      subject: say(`${name}.subject`, { code }),
      title: say(`${name}.title`),
      blocks: [
        { kind: 'text', text: say(`${name}.intro`) },
        { kind: 'facts', rows },
        { kind: 'button', label: say('open'), url: `${publicUrl()}/booking-details/${code}` },
        ...(name === 'booked' ? [{ kind: 'note' as const, text: say('booked.note') }] : []),
      ],
    },
    now,
  )
}

const timeText = (at: Date, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
