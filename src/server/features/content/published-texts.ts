import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { findText, type TextFile } from './files.ts'

type Published = Record<Language, TextFile>

const selectPublished = (db: Db | Tx) =>
  db
    .selectFrom('page_texts as p')
    .innerJoin('page_text_versions as v', (join) =>
      join.onRef('v.name', '=', 'p.name').onRef('v.number', '=', 'p.published'),
    )

/** Reads the texts that are published in the desk. */
async function readPublished(db: Db | Tx): Promise<ReadonlyMap<string, Published>> {
  const rows = await selectPublished(db).select(['v.name', 'v.text_en', 'v.text_fr', 'v.published_at']).execute()
  return new Map(
    rows.map(({ name, text_en, text_fr, published_at }) => {
      const changed_ms = published_at.getTime()
      return [name, { en: { text: text_en, changed_ms }, fr: { text: text_fr, changed_ms } }]
    }),
  )
}

export type FindText = (language: Language, name: string) => TextFile | undefined

/** Reads the texts as readers see them from the database, within a transaction with its changes. */
export async function readShownTexts(tx: Db | Tx): Promise<FindText> {
  const published = await readPublished(tx)
  return (language, name) => published.get(name)?.[language] ?? findText(language, name)
}

/**
 * The texts published in the desk, in memory, because every content page is made of them. They are read again after each
 * change by this process, and by a job for those of others.
 */
class PublishedTexts {
  readonly #db: Db
  #texts: ReadonlyMap<string, Published> = new Map()
  #version = ''
  #last: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Differs once another text is published: pages are cached by it. */
  get version(): string {
    return this.#version
  }

  /** Reads the texts unless they were read already. */
  load(): Promise<void> {
    return this.#last ?? this.refresh()
  }

  /** Reads what was published meanwhile. One after the other, so that the last one sees every change before it. */
  refresh(): Promise<void> {
    const read = (this.#last ?? Promise.resolve()).catch(() => undefined).then(() => this.#refresh())
    this.#last = read
    // The next reader tries again.
    read.catch(() => {
      if (this.#last === read) this.#last = undefined
    })
    return read
  }

  readonly find: FindText = (language, name) => this.#texts.get(name)?.[language]

  async #refresh(): Promise<void> {
    const rows = await selectPublished(this.#db)
      .select(['p.name', 'v.number', 'v.published_at'])
      .orderBy('p.name')
      .execute()
    const version = rows.map(({ name, number, published_at }) => `${name} ${number} ${published_at.getTime()}`).join()
    if (version === this.#version) return
    this.#texts = await readPublished(this.#db)
    this.#version = version
  }
}

const ofDatabases = new WeakMap<Db, PublishedTexts>()

/** The published texts of a database in this process. */
export function publishedTexts(db: Db): PublishedTexts {
  const known = ofDatabases.get(db) ?? new PublishedTexts(db)
  ofDatabases.set(db, known)
  return known
}
