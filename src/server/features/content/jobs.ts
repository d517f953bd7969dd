import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { startAnnouncements } from './announcements/announcements.ts'
import { shownAnnouncements } from './announcements/shown.ts'
import { runPageSchedules } from './desk/schedules.ts'
import { publishedTexts } from './published-texts.ts'

const refreshShown = ({ db }: Deps) => Promise.all([publishedTexts(db).refresh(), shownAnnouncements(db).refresh()])

async function runSchedules(deps: Deps): Promise<void> {
  if (await startAnnouncements(deps)) await shownAnnouncements(deps.db).refresh()
  await runPageSchedules(deps)
}

/** Shows texts that another process has published, and publishes and withdraws what is due, within two seconds. */
export const contentJobs: Job[] = [
  { name: 'published_texts', every_s: 2, only_reads: true, run: refreshShown },
  { name: 'scheduled_texts', every_s: 2, run: runSchedules },
]
