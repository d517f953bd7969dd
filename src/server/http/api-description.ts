import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import { settings } from '#contract/settings/settings.ts'
import { idempotencyKeyPattern } from './mount.ts'

interface JsonSchema {
  type?: string
  required?: readonly string[]
  properties?: Record<string, unknown>
  propertyNames?: unknown
  additionalProperties?: unknown
  pattern?: string
}
interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
}
interface Response {
  description: string
  content?: Record<string, { schema: object }>
}
/** A call of the OpenAPI description. */
export interface Operation {
  operationId: string
  summary: string
  tags: readonly [string]
  security: readonly object[]
  parameters?: readonly Parameter[]
  requestBody?: object
  responses: Record<string, Response>
}
export interface ApiDescription {
  openapi: string
  info: object
  servers: readonly { url: string }[]
  components: object
  paths: Record<string, Record<string, Operation>>
}

/** Settings of `@fastify/swagger`: only endpoints of the contract have tags. */
export const swaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: `${settings().company.name} API`,
      version: '1',
      description:
        'Errors are `application/problem+json` (RFC 9457). Amounts are in major units beside their currency.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  },
  hideUntagged: true,
  transform: createJsonSchemaTransform({
    zodToJsonConfig: { override: ({ jsonSchema }) => listKeys(jsonSchema as JsonSchema) },
  }),
} as const

/** Names the properties of a record whose keys are listed: required properties must be defined. */
function listKeys(schema: JsonSchema): void {
  const { required, properties, additionalProperties } = schema
  if (required === undefined || properties !== undefined || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/**
 * The OpenAPI description of every mounted endpoint, with what their schemas do not say: the server, who may call, errors,
 * and answers that are empty or files.
 */
export function describeApi(app: FastifyInstance, publicUrl: string): ApiDescription {
  const described = app.swagger() as unknown as ApiDescription
  const paths: ApiDescription['paths'] = {}
  for (const { endpoint } of app.mounted.values()) {
    const { path, method } = endpoint
    // Routes take a trailing slash or none; the contract says which one is ours.
    const operation = (described.paths[path] ?? described.paths[path.replace(/\/$/, '')])?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${method} ${path} is not described`)
    paths[path] = { ...paths[path], [method.toLowerCase()]: complete(operation, endpoint) }
  }
  return {
    ...described,
    servers: [{ url: publicUrl }],
    components: { ...described.components, schemas: { Problem: z.toJSONSchema(Problem) } },
    paths,
  }
}

function complete(operation: Operation, endpoint: Endpoint): Operation {
  const { auth, status, answer, idempotent } = endpoint
  const parameters = [...(operation.parameters ?? []), ...(idempotent === true ? [idempotencyKey] : [])]
  return {
    ...operation,
    ...(parameters.length === 0 ? {} : { parameters }),
    security: auth === 'none' ? [] : [...(auth === 'optional' ? [{}] : []), { bearer: [] }],
    responses: {
      [status]: answer === undefined ? emptyOrFile(endpoint) : operation.responses[status]!,
      '4XX': { description: 'What is wrong with the request', content: problemContent },
      '5XX': { description: 'An error of the server or of a payment provider', content: problemContent },
    },
  }
}

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

const idempotencyKey: Parameter = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'The same key and body return the first response again; another body with this key is refused.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
}

const fileTypes = { pdf: 'application/pdf', svg: 'image/svg+xml', csv: 'text/csv', ics: 'text/calendar' } as const

/** Answers without a schema are empty, or a file whose type the end of the path names. */
function emptyOrFile({ status, path }: Endpoint): Response {
  if (status === 204) return { description: 'Done; the answer is empty' }
  const ending = path.slice(path.lastIndexOf('.') + 1)
  const type = Object.hasOwn(fileTypes, ending)
    ? fileTypes[ending as keyof typeof fileTypes]
    : 'application/octet-stream'
  return { description: 'The file', content: { [type]: { schema: { type: 'string', contentEncoding: 'binary' } } } }
}
