import { type TextLanguage, textLanguageOf } from '#contract/text-languages.ts'
import { requestPool, type Db, type Tx } from '#server/database/connect.ts'
import { findText, listAllTextNames, listTextNames, type FindText, type ShownTexts, type TextFile } from './files.ts'

type Published = Record<TextLanguage, TextFile>

const selectPublished = (db: Db | Tx) =>
  db
    .selectFrom('page_texts as p')
    .innerJoin('page_text_versions as v', (join) =>
      join.onRef('v.name', '=', 'p.name').onRef('v.number', '=', 'p.published'),
    )

/** Reads the texts that are published in the desk. */
async function readPublished(db: Db | Tx): Promise<ReadonlyMap<string, Published>> {
  const rows = await selectPublished(db)
    .select(['v.name', 'v.text_en', 'v.text_fr', 'v.published_at', 'p.began_at'])
    .execute()
  // A release may have deleted the file of a text.
  const shown = rows.filter(({ name, began_at }) => began_at !== null || findText('en', name) !== undefined)
  return new Map(
    shown.map(({ name, text_en, text_fr, published_at }) => {
      const changed_ms = published_at.getTime()
      return [name, { en: { text: text_en, changed_ms }, fr: { text: text_fr, changed_ms } }]
    }),
  )
}

/** The names of the files' texts with those that began in the desk, in their order. */
const joinNames = (files: readonly string[], published: Iterable<string>): string[] =>
  [...new Set([...files, ...published])].sort()

/** Reads the texts as readers see them from the database, within a transaction with its changes. */
export async function readShownTexts(tx: Db | Tx): Promise<ShownTexts> {
  const published = await readPublished(tx)
  return {
    names: joinNames(listAllTextNames(), published.keys()),
    find: (language, name) => published.get(name)?.[textLanguageOf(language)] ?? findText(language, name),
  }
}

/** Reads the earlier addresses of published texts, with the names that these have now. */
async function readMoves(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('page_text_moves as m')
    .innerJoin('page_texts as p', 'p.name', 'm.name')
    .select(['m.old_name', 'm.name'])
    .where('p.published', 'is not', null)
    .orderBy('m.old_name')
    .execute()
  return new Map(rows.map(({ old_name, name }) => [old_name, name]))
}

/**
 * The texts published in the desk, in memory, because every content page is made of them. They are read again after each
 * change by this process, and by a job for those of others.
 */
class PublishedTexts {
  readonly #db: Db
  #texts: ReadonlyMap<string, Published> = new Map()
  #moves: ReadonlyMap<string, string> = new Map()
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

  readonly find: FindText = (language, name) => this.#texts.get(name)?.[textLanguageOf(language)]

  /** The texts as readers see them in this process. */
  get shown(): ShownTexts {
    return {
      names: joinNames(listAllTextNames(), this.#texts.keys()),
      find: (language, name) => this.find(language, name) ?? findText(language, name),
    }
  }

  /** Lists the texts in a folder (`posts`, `help`, or a page's items) without it, from files and begun in the desk. */
  listNames(folder: string): string[] {
    const start = `${folder}/`
    const inDesk = [...this.#texts.keys()].filter((name) => name.startsWith(start))
    return joinNames(
      listTextNames(folder),
      inDesk.map((name) => name.slice(start.length)),
    )
  }

  /** The name that a published text has now, by an earlier one. */
  readonly findMoved = (old_name: string): string | undefined => this.#moves.get(old_name)

  async #refresh(): Promise<void> {
    const rows = await selectPublished(this.#db)
      .select(['p.name', 'v.number', 'v.published_at'])
      .orderBy('p.name')
      .execute()
    const moves = await readMoves(this.#db)
    const version = [
      ...rows.map(({ name, number, published_at }) => `${name} ${number} ${published_at.getTime()}`),
      ...[...moves].flat(),
    ].join()
    if (version === this.#version) return
    this.#texts = await readPublished(this.#db)
    this.#moves = moves
    this.#version = version
  }
}

const ofDatabases = new WeakMap<Db, PublishedTexts>()

/** The published texts of a database in this process. */
export function publishedTexts(db: Db): PublishedTexts {
  const pool = requestPool(db)
  const known = ofDatabases.get(pool) ?? new PublishedTexts(pool)
  ofDatabases.set(pool, known)
  return known
}
