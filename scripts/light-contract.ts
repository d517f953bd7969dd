import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, type Plugin } from 'vite'

/*
 * The page calls by method, path and token; it validates no response. So a file of the contract becomes two modules of the
 * bundle: `?light` with whatever needs no schema (endpoints, constants, functions), and the schemas, which bring zod along
 * to the forms that name one (docs/decisions/0018).
 */

/** Properties of an endpoint that only the server reads. */
const serverSide = new Set(['summary', 'tag', 'params', 'query', 'body', 'answer'])

/** The parts of a syntax tree (ESTree with TypeScript) that are read here. */
type Node = {
  type: string
  start: number
  end: number
  name?: string
  computed?: boolean
  id?: Node
  init?: Node
  key?: Node
  source?: { value: string }
  importKind?: string
  specifiers?: (Node & { local: Node; imported?: Node; importKind?: string })[]
  declaration?: Node
  declarations?: { id: Node; init: Node }[]
  expression?: Node
  callee?: Node
  arguments?: Node[]
  properties?: (Node & { key: Node })[]
}

/** One declaration at the top level of a contract's file. */
interface Declaration {
  name: string
  exported: boolean
  /** The whole statement. */
  statement: Node
  /** Its value; undefined for a function declaration. */
  init: Node | undefined
  /** Its code in the light module, without `export`. */
  light: string
  /** Names that this code refers to. */
  references: ReadonlySet<string>
}

interface ContractFile {
  declarations: Declaration[]
  /** Names whose light code reaches no schema. */
  lightNames: ReadonlySet<string>
  /** Import statements of the light module. */
  lightImports: string[]
}

const folder = fileURLToPath(new URL('../src/contract/', import.meta.url))

/** `{…} as const satisfies Type` without its types. */
const withoutTypes = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? withoutTypes(node.expression!) : node

/** Every identifier of a piece of code but property names and types. */
function referencesOf(...nodes: (Node | undefined)[]): Set<string> {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, name, computed } = node as Node
    if (type === 'Identifier') names.add(name!)
    const isExpression = /^TS(As|Satisfies|NonNull)Expression$/.test(type)
    if (type.startsWith('TS') && !isExpression) return
    for (const [part, inside] of Object.entries(node)) {
      if (computed !== true && (part === 'property' || (part === 'key' && type === 'Property'))) continue
      visit(inside)
    }
  }
  nodes.forEach(visit)
  return names
}

/** An endpoint keeps what the page calls it by; anything else is taken as it is. */
function lightPart(init: Node): { code: (text: (node: Node) => string) => string; nodes: Node[] } {
  const value = withoutTypes(init)
  const properties = (value.callee?.name === 'endpoint' && value.arguments?.[0]?.properties) || []
  const isWhole = properties.length > 0 && properties.every(({ type }) => type === 'Property')
  const kept = isWhole ? properties.filter(({ key }) => !serverSide.has(key.name ?? '')) : []
  if (kept.length > 0) return { code: (text) => `{ ${kept.map(text).join(', ')} }`, nodes: kept }
  return { code: (text) => text(value), nodes: [value] }
}

function readDeclarations(code: string, program: Node[]): Declaration[] {
  const text = ({ start, end }: Node) => code.slice(start, end)
  return program.flatMap((statement): Declaration[] => {
    const exported = statement.type === 'ExportNamedDeclaration'
    const declared = exported ? statement.declaration : statement
    if (declared?.type === 'FunctionDeclaration') {
      const references = referencesOf(declared)
      return [{ name: declared.id!.name!, exported, statement, init: undefined, light: text(declared), references }]
    }
    return (declared?.declarations ?? []).map(({ id, init }) => {
      const part = lightPart(init)
      const light = `const ${id.name!} = ${part.code(text)}`
      return { name: id.name!, exported, statement, init, light, references: referencesOf(...part.nodes) }
    })
  })
}

const parse = (code: string): Node[] => parseSync('contract.ts', code, { lang: 'ts' }).program.body as unknown as Node[]

const filesRead = new Map<string, { code: string; file: ContractFile }>()

/** Reads a contract's file (`money.ts`) and finds what of it needs no schema. */
function readContract(name: string): ContractFile {
  const code = readFileSync(folder + name, 'utf8')
  const known = filesRead.get(name)
  if (known?.code === code) return known.file
  const file = analyze(code)
  filesRead.set(name, { code, file })
  return file
}

function analyze(code: string): ContractFile {
  const program = parse(code)
  const declarations = readDeclarations(code, program)
  const imports = program
    .filter(({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type')
    .flatMap(({ source, specifiers = [] }) =>
      specifiers
        .filter(({ importKind }) => importKind !== 'type')
        .map(({ local, imported }) => ({ local: local.name!, imported: imported?.name, from: source!.value })),
    )
  const isLightImport = ({ from, imported }: (typeof imports)[number]) =>
    from === '#brand.ts' ||
    from.endsWith('?light') ||
    (from.startsWith('./') && readContract(from.slice(2)).lightNames.has(imported ?? ''))
  const heavy = new Set(imports.filter((one) => !isLightImport(one)).map(({ local }) => local))
  // Whatever refers to something heavy is heavy itself.
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size
    for (const { name, references } of declarations) if ([...references].some((one) => heavy.has(one))) heavy.add(name)
  }
  const light = declarations.filter(({ name }) => !heavy.has(name))
  const used = new Set(light.flatMap(({ references }) => [...references]))
  return {
    declarations,
    lightNames: new Set(light.map(({ name }) => name)),
    lightImports: imports
      .filter((one) => used.has(one.local) && isLightImport(one))
      .map(({ local, imported, from }) => {
        const specifier = from.startsWith('./') ? `${from}?light` : from
        return `import { ${imported === local ? local : `${imported} as ${local}`} } from '${specifier}'`
      }),
  }
}

const contractImport = /import\s*\{([^}]*)\}\s*from\s*'(?:#contract|(\.))\/([\w-]+\.ts)'/g

/** Imports that name nothing but light exports go to the light module. */
const withLightImports = (code: string, isContract: boolean): string =>
  code.replaceAll(contractImport, (all, list: string, beside: string | undefined, file: string) => {
    if ((beside !== undefined) !== isContract) return all
    const values = list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    const { lightNames } = readContract(file)
    const isLight = values.every((name) => lightNames.has(name.split(' as ')[0]!))
    return isLight ? `import { ${values.join(', ')} } from '#contract/${file}?light'` : all
  })

/** A contract's file without its light part, which it imports and exports in the place of its own. */
function schemasOf(code: string, file: string): string {
  const { declarations, lightNames } = analyze(code)
  // From the end, so that the positions of what is before stay.
  const schemas = declarations.toReversed().reduce((text, { name, statement, init }) => {
    if (lightNames.has(name)) return text.slice(0, statement.start) + text.slice(statement.end)
    if (init?.type !== 'CallExpression') return text
    // Building a schema has no effect of its own, which the bundler cannot know.
    const made = `/* @__PURE__ */ (() => ${code.slice(init.start, init.end)})()`
    return text.slice(0, init.start) + made + text.slice(init.end)
  }, code)
  const light = declarations.filter(({ name }) => lightNames.has(name))
  if (light.length === 0) return schemas
  const exported = light.filter((one) => one.exported).map(({ name }) => name)
  const names = light.map(({ name }) => name)
  return `import { ${names.join(', ')} } from './${file}?light'\nexport { ${exported.join(', ')} }\n${schemas}`
}

export const lightContract: Plugin = {
  name: 'parkwell:light-contract',
  apply: 'build',
  enforce: 'pre',
  resolveId: (specifier) =>
    specifier.endsWith('?light') ? folder + specifier.slice(specifier.lastIndexOf('/') + 1) : null,
  load(id) {
    if (!id.endsWith('?light')) return null
    const { declarations, lightNames, lightImports } = readContract(id.slice(folder.length, -'?light'.length))
    const light = declarations.filter(({ name }) => lightNames.has(name))
    return { code: [...lightImports, ...light.map((one) => `export ${one.light}`)].join('\n'), moduleType: 'ts' }
  },
  transform: {
    filter: { id: /[\\/]src[\\/](contract|web)[\\/].*\.tsx?$/ },
    handler(code, id) {
      const isContract = id.startsWith(folder)
      const lightened = withLightImports(code, isContract)
      return { code: isContract ? schemasOf(lightened, id.slice(folder.length)) : lightened, map: null }
    },
  },
}
