import { sql } from 'kysely'
import { formatMailMoment } from '#contract/dates.ts'
import { inspectionReminders_h } from '#contract/documents/document-rules.ts'
import type { Locale } from '#contract/formats.ts'
import { countryZones } from '#contract/geography.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { hour_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/output/translate.ts'
import { findAppointments, type Appointment } from '../inspections/appointments.ts'
import { lockRequest } from './change-status.ts'
import { notifyRequestCustomer } from './mails.ts'

const exampleMark = ({ is_example }: Appointment['centre'], locale: Locale): string[] =>
  is_example ? [translate(locale, 'documents.inspection.example')] : []

/** What a mail says about an appointment, at the time of Nigeria. */
export const describeAppointment =
  ({ starts_at, centre }: Pick<Appointment, 'starts_at' | 'centre'>) =>
  (locale: Locale) => ({
    facts: [
      ['appointment', formatMailMoment(starts_at, countryZones.NG, locale)],
      ['place', [centre.name, ...exampleMark(centre, locale), centre.address, centre.city].join(', ')],
      ['phone', formatPhone(centre.phone ?? '')],
    ] as const,
  })

const hours = [...inspectionReminders_h]

const dueAppointments: Queue<{ id: string; request_id: string }> = {
  name: 'inspection_reminders',
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<{ id: string; request_id: string }>`
      select id, request_id from inspection_appointments a
      where status = 'booked' and starts_at > ${now}::timestamptz and reminders_sent < ${hours.length}::int
        and starts_at - make_interval(hours => (${hours}::int[])[reminders_sent + 1]) <= ${now}::timestamptz
        and ${isReady(sql.ref('a.id'))}
      order by starts_at limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ id }) => id,
  work: (deps, { id, request_id }, now) =>
    transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, request_id)
      // Another process may have sent it, and the appointment may have been given back.
      const stored = await tx
        .selectFrom('inspection_appointments')
        .select(['reminders_sent', 'starts_at', 'booked_at'])
        .where('id', '=', id)
        .where('status', '=', 'booked')
        .executeTakeFirst()
      if (stored === undefined) return false
      // After downtime, one mail stands for all that were missed.
      const due = hours.filter((before) => stored.starts_at.getTime() - before * hour_ms <= now.getTime())
      if (due.length <= stored.reminders_sent) return false
      await tx.updateTable('inspection_appointments').set({ reminders_sent: due.length }).where('id', '=', id).execute()
      if (stored.booked_at.getTime() > stored.starts_at.getTime() - due.at(-1)! * hour_ms) return false
      const appointment = (await findAppointments(tx, request_id)).find((appointment) => appointment.id === id)!
      await notifyRequestCustomer(tx, deps, row, {
        topic: 'inspection_reminder',
        at: now,
        detail: describeAppointment(appointment),
      })
      return true
    }),
}

/**
 * Reminds customers of their inspection, a day and two hours before; not of what was booked later than that. Returns the
 * number of mails.
 */
export const remindOfInspections = (deps: Deps): Promise<number> => workThrough(deps, dueAppointments)
