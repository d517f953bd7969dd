import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import type { DeskListDescription, DeskListEndpoint } from '#contract/lists/lists.ts'
import type { DeskRecordDescription } from '#contract/lists/records.ts'

/** Every object that a file of the contract exports and that `is` takes, once. */
export async function findInContract<T extends object>(is: (value: object) => boolean): Promise<T[]> {
  const files = globSync('src/contract/**/*.ts', { exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<object>))
  const objects = modules
    .flatMap((module) => Object.values(module) as unknown[])
    .filter((value): value is object => typeof value === 'object' && value !== null)
  return [...new Set(objects)].filter(is) as T[]
}

export const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'auth' in value

/** Every endpoint, alone or with a list of the desk. A form may name a call of another file. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  const found = await findInContract<Endpoint | { endpoint: Endpoint }>(
    (value) => isEndpoint(value) || 'endpoint' in value,
  )
  return [...new Set(found.map((value) => (isEndpoint(value) ? value : value.endpoint)))]
}

/** Every list of the desk, those within records too. */
export const loadDeskLists = () =>
  findInContract<DeskListDescription & { endpoint: DeskListEndpoint }>(
    (value) => 'columns' in value && 'filters' in value && 'endpoint' in value,
  )

/** Every record of the desk. */
export const loadDeskRecords = () =>
  findInContract<DeskRecordDescription>((value) => 'facts' in value && 'get' in value)
