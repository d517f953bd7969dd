import { sql, type RawBuilder } from 'kysely'

type ElementType = 'int' | 'text' | 'uuid' | 'date' | 'bigint' | 'timestamptz'

/**
 * Values as one array parameter, for `unnest` in repeated statements. The subquery hides the number of values from the
 * planner, which would otherwise prefer a custom plan and plan every call again.
 */
export const arrayOf = (values: readonly unknown[], type: ElementType): RawBuilder<unknown> =>
  sql`(select ${values}::${sql.raw(type)}[])`
