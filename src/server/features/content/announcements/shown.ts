import { sql } from 'kysely'
import type { ShownAnnouncement } from '#contract/content/content.ts'
import type { Announcement } from '#contract/content/desk/announcements.ts'
import type { OwnAnnouncement } from '#contract/content/own-announcements.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { requestPool, type Db } from '#server/database/connect.ts'

type Stored = Omit<ShownAnnouncement, 'id'> &
  Pick<Announcement, 'id' | 'version' | 'audience' | 'country_code'> & { starts_at: Date; ends_at: Date | null }

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
    // The job begins one at its time, if whoever activated it may still publish.
    const { rows } = await sql<Stored>`
      select a.id::text as id, a.version, a.text as text_en, a.text_fr, a.severity, a.link, a.audience,
        c.code as country_code, a.starts_at, a.ends_at
      from announcements a left join countries c on c.id = a.country_id
      where a.status = 'active' and a.started_at is not null
      order by case a.severity when 'urgent' then 1 when 'warning' then 2 else 3 end, a.starts_at desc, a.id desc`.execute(
      this.#db,
    )
    this.#active = rows
  }

  /** What a reader of the site sees now. */
  find({ now, country, signedIn, closed }: Reader): ShownAnnouncement[] {
    const audiences: Announcement['audience'][] = signedIn ? ['everyone', 'drivers'] : ['everyone']
    return this.#list(audiences, { now, country })
      .map(({ id, version, text_en, text_fr, severity, link }) => {
        return { id: `${id}.${version}`, text_en, text_fr, severity, link }
      })
      .filter(({ id }) => !closed.has(id))
      .slice(0, most)
  }

  /** What those who work with us see now, in the desk or at the gate. */
  findFor(audiences: readonly Announcement['audience'][], at: Pick<Reader, 'now' | 'country'>): OwnAnnouncement[] {
    return this.#list(audiences, at).map(({ id, version, text_en, text_fr, severity, link }) => {
      return { id, version, text_en, text_fr, severity, link }
    })
  }

  #list(audiences: readonly Announcement['audience'][], { now, country }: Pick<Reader, 'now' | 'country'>): Stored[] {
    return this.#active.filter(
      (each) =>
        each.starts_at <= now &&
        (each.ends_at === null || each.ends_at > now) &&
        (each.country_code === null || each.country_code === country) &&
        audiences.includes(each.audience),
    )
  }
}

const ofDatabases = new WeakMap<Db, Announcements>()

/** The announcements of a database in this process. */
export function shownAnnouncements(db: Db): Announcements {
  const pool = requestPool(db)
  const known = ofDatabases.get(pool) ?? new Announcements(pool)
  ofDatabases.set(pool, known)
  return known
}
