import { sql } from 'kysely'
import { announcementList } from '#contract/content/desk/announcements.ts'
import { pageList } from '#contract/content/desk/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { audienceZone } from '#server/features/lists/audience-zone.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { findPageRows } from './pages.ts'

/** The content pages: most are files, so that the rows are given to the database. */
async function pageSource({ db, language }: { db: Db; language: Language }): Promise<ListSource<typeof pageList>> {
  const rows = await findPageRows(db, language)
  return {
    from: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(name text, title text, address text, kind text,
      source text, words_en int, words_fr int, changed_at timestamptz, wrong text, mistakes int, has_draft boolean,
      publish_at timestamptz, withdraw_at timestamptz, timezone text, drafted_at timestamptz, draft_mistakes int, file_changed boolean, title_en text, title_fr text)`,
    id: sql<string>`p.name`,
    columns: {
      title: sql`p.title`,
      address: sql`p.address`,
      kind: sql`p.kind`,
      source: sql`p.source`,
      words_en: sql`p.words_en`,
      words_fr: sql`p.words_fr`,
      changed_at: sql`p.changed_at`,
      wrong: sql`p.wrong`,
      mistakes: sql`p.mistakes`,
      has_draft: sql`p.has_draft`,
      publish_at: sql`p.publish_at`,
      withdraw_at: sql`p.withdraw_at`,
      timezone: sql`p.timezone`,
      drafted_at: sql`p.drafted_at`,
      draft_mistakes: sql`p.draft_mistakes`,
      file_changed: sql`p.file_changed`,
      title_en: sql`p.title_en`,
      title_fr: sql`p.title_fr`,
    },
    filters: {
      kind: (kind) => sql<boolean>`p.kind = ${kind}`,
      draft: sql<boolean>`p.has_draft`,
      scheduled: sql<boolean>`(p.publish_at is not null or p.withdraw_at is not null)`,
      wrong: sql<boolean>`(p.mistakes > 0 or coalesce(p.draft_mistakes, 0) > 0)`,
      file_changed: sql<boolean>`p.file_changed`,
      changed: sql<Date>`p.changed_at`,
    },
    state: sql<string>`p.source`,
    search: (text) => ({
      exact: sql<boolean>`(p.address = ${text} or p.address = '/' || ${text})`,
      matches: hasWords([sql`p.title_en`, sql`p.title_fr`, sql`p.address`], text),
    }),
    scope: 'everywhere',
  }
}

const announcementSource = ({
  language,
  now,
}: {
  language: Language
  now: Date
}): ListSource<typeof announcementList> => ({
  from: sql`announcements a left join countries c on c.id = a.country_id`,
  id: sql<string>`a.id`,
  columns: {
    text: language === 'fr' ? sql`a.text_fr` : sql`a.text`,
    severity: sql`a.severity`,
    audience: sql`a.audience`,
    country: sql`c.code`,
    starts_at: sql`a.starts_at`,
    ends_at: sql`a.ends_at`,
    link: sql`a.link`,
    timezone: audienceZone(sql`c.code`),
  },
  filters: {
    severity: (severity) => sql<boolean>`a.severity = ${severity}`,
    audience: (audience) => sql<boolean>`a.audience = ${audience}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    running: sql<boolean>`(a.status = 'active' and a.starts_at <= ${now} and (a.ends_at is null or a.ends_at > ${now}))`,
  },
  state: sql<string>`a.status`,
  search: (text) => ({ matches: hasWords([sql`a.text`, sql`a.text_fr`], text) }),
  scope: 'everywhere',
})

export const pagesDesk = [served(pageList, pageSource), served(announcementList, announcementSource)]
