import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Due, Job } from '#server/jobs.ts'
import { startAnnouncements } from './announcements/announcements.ts'
import { shownAnnouncements } from './announcements/shown.ts'
import { runPageSchedules } from './desk/schedules.ts'
import { publishedTexts } from './published-texts.ts'

const refreshShown = ({ db }: Deps) => Promise.all([publishedTexts(db).refresh(), shownAnnouncements(db).refresh()])

async function runSchedules(deps: Deps): Promise<void> {
  if (await startAnnouncements(deps)) await shownAnnouncements(deps.db).refresh()
  await runPageSchedules(deps)
}

/** The first announcement that begins, and the first text that is published or withdrawn. */
const schedulesDue: Due = () => sql`least(
  (select min(starts_at) from announcements where status = 'active' and started_at is null),
  (select min(least(publish_at, withdraw_at)) from page_schedules))`

/** Shows texts that another process has published, and publishes and withdraws what is due, within two seconds. */
export const contentJobs: Job[] = [
  { name: 'published_texts', every_s: 2, only_reads: true, due: 'change', run: refreshShown },
  { name: 'scheduled_texts', every_s: 2, due: schedulesDue, run: runSchedules },
]
