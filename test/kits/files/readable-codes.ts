import { sql, type RawBuilder } from 'kysely'
import { codeAlphabet } from '#contract/codes.ts'

const length = 8

/** SQL: the eight-letter code of a whole number, in the letters and digits that codes are drawn from. */
export const codeOf = (n: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  select string_agg(substr(${codeAlphabet}, ((${n})::bigint / power(${codeAlphabet.length}, i)::bigint % ${codeAlphabet.length})::int + 1, 1), '' order by i desc)
  from generate_series(0, ${length - 1}) i)`

/** The same code, of a number that is known here. */
export const readableCode = (n: number): string =>
  Array.from({ length }, (_, i) => codeAlphabet[Math.floor(n / codeAlphabet.length ** i) % codeAlphabet.length])
    .reverse()
    .join('')
