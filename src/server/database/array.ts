import { sql, type RawBuilder } from 'kysely'

type ElementType = 'int' | 'text' | 'uuid' | 'date' | 'bigint' | 'timestamptz'

/**
 * Values as one array parameter, for `unnest` in a statement that comes again and again. The planner does not see how
 * many there are: where it does, it holds its plan for better than one that is kept, and plans each call anew.
 */
export const arrayOf = (values: readonly unknown[], type: ElementType): RawBuilder<unknown> =>
  sql`(select ${values}::${sql.raw(type)}[])`
