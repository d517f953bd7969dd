import {
  setCurrencyFormats,
  usualFormats,
  type CurrencyFormat,
  type Currency,
  type CurrencyFormats,
} from '#contract/money.ts'
import { requestPool, type Db } from '#server/database/connect.ts'
import { inSequence } from '#server/database/in-sequence.ts'

/**
 * How amounts are written, in memory, because every page has some. Read at start, after each change by this process, and by
 * a job for the changes of others.
 */
class Formats {
  readonly #db: Db
  #changed: CurrencyFormats | undefined
  #version = ''

  constructor(db: Db) {
    this.#db = db
  }

  /** The formats that differ from the usual ones; undefined if none does. */
  get changed(): CurrencyFormats | undefined {
    return this.#changed
  }

  /** Differs once an amount is written differently: pages are cached by it. */
  get version(): string {
    return this.#version
  }

  /** Reads them anew. */
  readonly refresh = inSequence(() => this.#refresh())

  async #refresh(): Promise<void> {
    const rows = await this.#db
      .selectFrom('currency_settings')
      .select(['code', 'symbol', 'position', 'digits'])
      .orderBy('code')
      .$narrowType<CurrencyFormat & { code: Currency }>()
      .execute()
    const changed = rows.filter(({ code, ...format }) => !isUsual(code, format))
    const version = changed.map((row) => Object.values(row).join(' ')).join()
    if (version === this.#version) return
    this.#changed =
      changed.length === 0 ? undefined : Object.fromEntries(changed.map(({ code, ...format }) => [code, format]))
    this.#version = version
  }
}

const isUsual = (code: keyof typeof usualFormats, format: CurrencyFormat): boolean =>
  Object.entries(usualFormats[code]).every(([name, value]) => format[name as keyof CurrencyFormat] === value)

const ofDatabases = new WeakMap<Db, Formats>()

/** The formats of a database in this process. */
export function currencyFormats(db: Db): Formats {
  const pool = requestPool(db)
  const known = ofDatabases.get(pool) ?? new Formats(pool)
  ofDatabases.set(pool, known)
  return known
}

/** Makes this process write amounts as this database says. */
export async function useCurrencyFormats(db: Db): Promise<void> {
  const formats = currencyFormats(db)
  await formats.refresh()
  setCurrencyFormats(() => formats.changed)
}
