import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import { TimeZone } from '#contract/lists/lists.ts'
import { byId } from '#contract/lists/shared-fields.ts'

export const scheduleFrequencies = ['daily', 'weekly', 'monthly'] as const
export type ScheduleFrequency = (typeof scheduleFrequencies)[number]
/** So many people get a report by one schedule. */
export const mostRecipients = 20
/** So many schedules there are. */
export const mostSchedules = 100

const Person = z.object({ id: z.string(), name: z.string() })
const ReportSchedule = z.object({
  id: z.string(),
  report: z.string(),
  every: z.enum(scheduleFrequencies),
  format: z.enum(['csv', 'xlsx']),
  filters: z.record(z.string(), z.string()),
  timezone: z.string(),
  /** Who gets it. `may_see` is false for those who may not see the report any more: nothing is sent to them. */
  people: z.array(z.object({ ...Person.shape, may_see: z.boolean() })),
  next_at: z.string(),
  sent_at: z.nullable(z.string()),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>
const schedules = z.object({ items: z.array(ReportSchedule) })
const ReportName = z.string().check(z.regex(/^reports\/[a-z-]{1,40}$/, 'required'))

export const listReportSchedules = endpoint({
  name: 'listReportSchedules',
  method: 'GET',
  path: '/api/v1/admin/report-schedules',
  summary: 'Returns the schedules by which a report is mailed',
  tag: 'desk',
  auth: 'reports.schedule',
  status: 200,
  query: z.strictObject({ report: ReportName }),
  answer: z.object({
    ...schedules.shape,
    /** The staff who may see the report. */
    people: z.array(Person),
  }),
})

export const createReportSchedule = endpoint({
  name: 'createReportSchedule',
  method: 'POST',
  path: '/api/v1/admin/report-schedules',
  summary:
    'Mails a report to staff who may see it: each morning, on Mondays, or on the first of the month, for the time before',
  tag: 'desk',
  auth: 'reports.schedule',
  idempotent: true,
  status: 200,
  body: z.strictObject({
    report: ReportName,
    every: z.enum(scheduleFrequencies, 'required'),
    format: z.enum(['csv', 'xlsx'], 'required'),
    /** Those of the report, but for its period. */
    filters: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(120))),
    timezone: TimeZone,
    people: z.array(Uuid).check(z.minLength(1, 'required'), z.maxLength(mostRecipients, 'recipients_too_many')),
  }),
  answer: schedules,
})

export const deleteReportSchedule = endpoint({
  name: 'deleteReportSchedule',
  method: 'DELETE',
  path: '/api/v1/admin/report-schedules/{id}',
  summary: 'Stops mailing a report by a schedule',
  tag: 'desk',
  auth: 'reports.schedule',
  status: 204,
  params: byId,
})
