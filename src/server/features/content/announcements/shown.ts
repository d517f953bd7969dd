import { sql } from 'kysely'
import type { ShownAnnouncement } from '#contract/content/content.ts'
import type { Announcement } from '#contract/content/desk/announcements.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'

type Stored = ShownAnnouncement &
  Pick<Announcement, 'audience' | 'country_code'> & { starts_at: Date; ends_at: Date | null }

/** So many lines a page has at most: the most severe, then the newest. */
const most = 3

/** Whose page it is. `closed` are the ids of announcements that were closed on this device. */
export interface Reader {
  now: Date
  country: CountryCode | null
  signedIn: boolean
  closed: ReadonlySet<string>
}

/** The active announcements, in memory, because every page asks for them. Read again as published texts are. */
class Announcements {
  readonly #db: Db
  #active: readonly Stored[] = []

  constructor(db: Db) {
    this.#db = db
  }

  readonly refresh = async (): Promise<void> => {
    const { rows } = await sql<Stored>`
      select a.id || '.' || a.version as id, a.text as text_en, a.text_fr, a.severity, a.link, a.audience,
        c.code as country_code, a.starts_at, a.ends_at
      from announcements a left join countries c on c.id = a.country_id
      where a.status = 'active'
      order by case a.severity when 'urgent' then 1 when 'warning' then 2 else 3 end, a.starts_at desc, a.id desc`.execute(
      this.#db,
    )
    this.#active = rows
  }

  /** What a reader of the site sees now. */
  find({ now, country, signedIn, closed }: Reader): ShownAnnouncement[] {
    return this.#active
      .filter(
        (each) =>
          each.starts_at <= now &&
          (each.ends_at === null || each.ends_at > now) &&
          (each.country_code === null || each.country_code === country) &&
          (each.audience === 'everyone' || signedIn) &&
          !closed.has(each.id),
      )
      .slice(0, most)
      .map(({ id, text_en, text_fr, severity, link }) => ({ id, text_en, text_fr, severity, link }))
  }
}

const ofDatabases = new WeakMap<Db, Announcements>()

/** The announcements of a database in this process. */
export function shownAnnouncements(db: Db): Announcements {
  const known = ofDatabases.get(db) ?? new Announcements(db)
  ofDatabases.set(db, known)
  return known
}
