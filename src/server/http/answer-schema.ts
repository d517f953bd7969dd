import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'

interface Definition {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly { _zod: { def: { check: string; format?: string } } }[]
  readonly shape?: Readonly<Record<string, Schema>>
  readonly catchall?: Schema
  readonly element?: Schema
  readonly innerType?: Schema
  readonly keyType?: Schema
  readonly valueType?: Schema
  readonly partial?: boolean
  readonly options?: readonly Schema[]
  readonly items?: readonly Schema[]
  readonly rest?: Schema | null
  readonly left?: Schema
  readonly right?: Schema
  readonly out?: Schema
  readonly getter?: () => Schema
  readonly entries?: Readonly<Record<string, string>>
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

/** The JSON Schema formats of what zod checks by a pattern. */
const formats: Readonly<Record<string, string>> = {
  datetime: 'date-time',
  date: 'date',
  time: 'time',
  uuid: 'uuid',
  email: 'email',
  url: 'uri',
}

const made = new WeakMap<Schema, Schema>()

/**
 * The schema by which an answer is written: the types and names of `schema`, without its limits, which are rules for what
 * callers send. Listed values are described only, so that a row of an earlier or later version is answered.
 */
export function toAnswerSchema(schema: Schema): Schema {
  const known = made.get(schema)
  if (known !== undefined) return known
  const answer = withoutLimits(schema)
  made.set(schema, answer)
  return answer
}

function withoutLimits(schema: Schema): Schema {
  const definition = definitionOf(schema)
  const { type, shape, catchall, element, innerType, options, items, rest, left, right, out, getter } = definition
  switch (type) {
    case 'string':
      return describe(z.string(), 'format', formats[formatOf(definition) ?? ''])
    case 'number':
      return describe(z.number(), 'type', formatOf(definition) === undefined ? undefined : 'integer')
    case 'object': {
      const fields = mapFields(shape!)
      const others = catchall === undefined ? undefined : definitionOf(catchall).type
      // Fields that an answer does not name are left out, also where a request with them is refused.
      if (others === undefined || others === 'never') return z.object(fields)
      return z.catchall(z.object(fields), toAnswerSchema(catchall!))
    }
    case 'array':
      return z.array(toAnswerSchema(element!))
    case 'optional':
      return z.optional(toAnswerSchema(innerType!))
    case 'nullable':
      return z.nullable(toAnswerSchema(innerType!))
    // Defaults are for requests.
    case 'default':
    case 'prefault':
    case 'readonly':
      return toAnswerSchema(innerType!)
    case 'record':
      return recordOf(definition)
    case 'union':
      return z.union(options!.map(toOption) as [Schema])
    case 'intersection':
      return z.intersection(toAnswerSchema(left!), toAnswerSchema(right!))
    case 'tuple': {
      const all = items!.map(toAnswerSchema) as [Schema]
      return rest === null || rest === undefined ? z.tuple(all) : z.tuple(all, toAnswerSchema(rest))
    }
    case 'pipe':
      return toAnswerSchema(out!)
    case 'lazy':
      return z.lazy(() => toAnswerSchema(getter!()))
    case 'enum':
      return describe(z.string(), 'enum', Object.values(definition.entries!))
    case 'boolean':
    case 'literal':
    case 'null':
    case 'unknown':
    case 'any':
      return schema
    default:
      throw new Error(`an answer cannot hold a ${type}`)
  }
}

/** An option of a union, told from the others by its listed values, which stay as they are. */
function toOption(option: Schema): Schema {
  const { type, shape, catchall } = definitionOf(option)
  const isOpen = catchall !== undefined && definitionOf(catchall).type !== 'never'
  if (type !== 'object' || isOpen) return toAnswerSchema(option)
  const fields = mapFields(shape!)
  const listed = Object.entries(shape!).filter(([, field]) => definitionOf(field).type === 'enum')
  return z.object({ ...fields, ...Object.fromEntries(listed) })
}

/** Records of listed keys are objects with these fields; others take any key. */
function recordOf({ keyType, valueType, partial }: Definition): Schema {
  const value = toAnswerSchema(valueType!)
  const keys = keyType!._zod.values
  if (keys === undefined) return z.record(z.string(), value)
  const field = partial === true ? z.optional(value) : value
  return z.object(Object.fromEntries([...keys].map((key) => [String(key), field])))
}

const mapFields = (shape: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, toAnswerSchema(field)]))

/** What a pattern or a number check names, whether it is the schema itself or one of its checks. */
const formatOf = ({ format, checks = [] }: Definition): string | undefined =>
  format ?? checks.map(({ _zod: { def } }) => def.format).find((name) => name !== undefined && name !== 'regex')

function describe(schema: Schema, keyword: 'format' | 'type' | 'enum', value: unknown): Schema {
  if (value !== undefined) z.globalRegistry.add(schema, { [keyword]: value })
  return schema
}
