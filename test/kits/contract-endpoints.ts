import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const isList = (value: unknown): value is { endpoint: Endpoint } =>
  typeof value === 'object' && value !== null && 'endpoint' in value

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value

/** Every endpoint that a file of the contract exports, alone or with a list of the desk. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  const modules = await Promise.all(
    globSync('src/contract/**/*.ts', { exclude: ['**/*.test.ts'] }).map(
      (file) => import(resolve(file)) as Promise<object>,
    ),
  )
  const found = modules.flatMap((module) =>
    Object.values(module).flatMap((value: unknown) =>
      isEndpoint(value) ? [value] : isList(value) ? [value.endpoint] : [],
    ),
  )
  // A form may name a call of another file.
  return [...new Set(found)]
}
