import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync, type ESTree } from 'vite'

interface Scope {
  file: string
  names: ReadonlyMap<string, Declared>
}
interface Declaration {
  node: ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration
  /** Where the names that it refers to are looked up: its namespace, as `Dispute.Evidence.`, in its file. */
  scope: Scope
  namespace: string
}
type Declared = Declaration | { from: string }
type Place = Pick<Declaration, 'scope' | 'namespace'>

/** What a value lacks or has too much of, and the declared fields that it was compared with. */
export interface DeclaredCheck {
  problems: string[]
  fields: ReadonlySet<string>
}

/**
 * Compares a JSON value with an interface of a package's declaration file: every required field must be there, each
 * field must have its declared type, and no other field may occur. Generic types other than arrays and lists are taken
 * as they are.
 */
export function compareWithDeclared(value: unknown, file: string, name: string): DeclaredCheck {
  const fields = new Set<string>()
  const declared = find({ scope: load(file), namespace: '' }, name)
  if (declared === undefined) throw new Error(`${file} does not declare ${name}`)
  return { problems: compareDeclared(value, declared, name, fields), fields }
}

const loaded = new Map<string, Scope>()

function load(file: string): Scope {
  const known = loaded.get(file)
  if (known !== undefined) return known
  const names = new Map<string, Declared>()
  const scope: Scope = { file, names }
  loaded.set(file, scope)
  collect(parseSync(file, readFileSync(file, 'utf8')).program.body, '', scope, names)
  return scope
}

function collect(body: readonly ESTree.Node[], prefix: string, scope: Scope, names: Map<string, Declared>): void {
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') {
      const from = statement.source.value
      if (!from.startsWith('.')) continue
      for (const { local } of statement.specifiers)
        names.set(local.name, { from: resolve(dirname(scope.file), from.replace(/\.js$/, '.d.ts')) })
    }
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSInterfaceDeclaration' || node?.type === 'TSTypeAliasDeclaration')
      names.set(prefix + node.id.name, { node, scope, namespace: prefix })
    if (node?.type === 'TSModuleDeclaration' && node.id.type === 'Identifier' && node.body?.type === 'TSModuleBlock')
      collect(node.body.body, `${prefix}${node.id.name}.`, scope, names)
  }
}

/** Finds a declaration by its qualified name: in the namespace itself, those around it, then the file's imports. */
function find({ scope, namespace }: Place, name: string): Declaration | undefined {
  for (let inside = namespace; ; inside = inside.replace(/[^.]+\.$/, '')) {
    const declared = scope.names.get(inside + name)
    if (declared !== undefined && 'node' in declared) return declared
    if (inside === '') break
  }
  const imported = scope.names.get(name.split('.')[0]!)
  return imported !== undefined && 'from' in imported
    ? find({ scope: load(imported.from), namespace: '' }, name)
    : undefined
}

function compareDeclared(
  value: unknown,
  { node, scope, namespace }: Declaration,
  path: string,
  fields: Set<string>,
): string[] {
  if (node.type === 'TSTypeAliasDeclaration')
    return compare(value, node.typeAnnotation, { scope, namespace }, path, fields)
  return compareMembers(value, node.body.body, { scope, namespace: `${namespace}${node.id.name}.` }, path, fields)
}

function compareMembers(
  value: unknown,
  members: readonly ESTree.TSSignature[],
  place: Place,
  path: string,
  fields: Set<string>,
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is not an object`]
  const given = value as Record<string, unknown>
  const problems: string[] = []
  const known = new Set<string>()
  let isOpen = false
  for (const member of members) {
    if (member.type === 'TSIndexSignature') isOpen = true
    if (member.type !== 'TSPropertySignature' || !('name' in member.key)) continue
    const key = String(member.key.name)
    const at = `${path}.${key}`
    known.add(key)
    fields.add(at)
    if (given[key] === undefined) {
      if (!member.optional) problems.push(`${at} is missing`)
    } else if (member.typeAnnotation) {
      problems.push(...compare(given[key], member.typeAnnotation.typeAnnotation, place, at, fields))
    }
  }
  const extra = isOpen ? [] : Object.keys(given).filter((key) => !known.has(key))
  return [...problems, ...extra.map((key) => `${path}.${key} is not declared`)]
}

function compare(value: unknown, type: ESTree.TSType, place: Place, path: string, fields: Set<string>): string[] {
  const is = (right: boolean, name: string) => (right ? [] : [`${path} is not ${name}`])
  switch (type.type) {
    case 'TSStringKeyword':
      return is(typeof value === 'string', 'a string')
    case 'TSNumberKeyword':
      return is(typeof value === 'number', 'a number')
    case 'TSBooleanKeyword':
      return is(typeof value === 'boolean', 'a boolean')
    case 'TSNullKeyword':
      return is(value === null, 'null')
    case 'TSVoidKeyword':
    case 'TSUndefinedKeyword':
      return is(value === undefined, 'left out')
    case 'TSLiteralType':
      return type.literal.type === 'Literal' ? is(value === type.literal.value, String(type.literal.value)) : []
    case 'TSUnionType':
      return compareUnion(value, type.types, place, path, fields)
    case 'TSArrayType':
      return compareItems(value, type.elementType, place, path, fields)
    case 'TSTypeLiteral':
      return compareMembers(value, type.members, place, path, fields)
    case 'TSTypeReference': {
      const name = qualifiedName(type.typeName)
      const argument = type.typeArguments?.params[0]
      if (name === 'OtherString') return is(typeof value === 'string', 'a string')
      if (name === 'Array' && argument) return compareItems(value, argument, place, path, fields)
      if (name === 'ApiList' && argument)
        return compareItems((value as { data?: unknown } | null)?.data, argument, place, `${path}.data`, fields)
      const declared = find(place, name)
      return declared === undefined
        ? [`${path}: ${name} was not found`]
        : compareDeclared(value, declared, path, fields)
    }
    default:
      return []
  }
}

/** The problems of the alternative that fits best; none if one fits. */
function compareUnion(
  value: unknown,
  types: readonly ESTree.TSType[],
  place: Place,
  path: string,
  fields: Set<string>,
): string[] {
  let best: { problems: string[]; fields: Set<string> } | undefined
  for (const type of types) {
    const tried = new Set<string>()
    const problems = compare(value, type, place, path, tried)
    // An object that lacks a field is closer to an interface than to a string.
    const isBetter =
      best === undefined ||
      problems.length === 0 ||
      (tried.size > 0 && (best.fields.size === 0 || problems.length < best.problems.length))
    if (isBetter) best = { problems, fields: tried }
    if (problems.length === 0) break
  }
  for (const field of best?.fields ?? []) fields.add(field)
  return best?.problems ?? []
}

function compareItems(value: unknown, type: ESTree.TSType, place: Place, path: string, fields: Set<string>): string[] {
  if (!Array.isArray(value)) return [`${path} is not a list`]
  return value.flatMap((item) => compare(item, type, place, `${path}[]`, fields))
}

const qualifiedName = (name: ESTree.TSTypeName): string =>
  name.type === 'TSQualifiedName'
    ? `${qualifiedName(name.left)}.${name.right.name}`
    : name.type === 'Identifier'
      ? name.name
      : 'this'
