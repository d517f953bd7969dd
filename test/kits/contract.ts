import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { isDeskList } from '#contract/lists/lists.ts'
import { isDeskRecord } from '#contract/lists/records.ts'

/** Every object that a file of the contract exports and that `is` takes, once. */
export async function findInContract<T extends object>(is: (value: object) => value is T): Promise<T[]> {
  const files = globSync('src/contract/**/*.ts', { exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<object>))
  const objects = modules
    .flatMap((module) => Object.values(module) as unknown[])
    .filter((value): value is object => typeof value === 'object' && value !== null)
  return [...new Set(objects)].filter(is)
}

export const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'auth' in value

/** Every endpoint, alone or with a list of the desk. A form may name a call of another file. */
export async function loadEndpoints(): Promise<Endpoint[]> {
  const found = await findInContract(
    (value): value is Endpoint | { endpoint: Endpoint } => isEndpoint(value) || 'endpoint' in value,
  )
  const own = found.filter(isEndpoint)
  // A form may narrow the body of a call that stands on its own as well.
  const names = new Set(own.map(({ name }) => name))
  const ofForms = found.flatMap((value) =>
    isEndpoint(value) || names.has(value.endpoint.name) ? [] : [value.endpoint],
  )
  return [...new Set([...own, ...ofForms])]
}

/** Every list of the desk, those within records too. */
export const loadDeskLists = () => findInContract(isDeskList)

/** Every record of the desk. */
export const loadDeskRecords = () => findInContract(isDeskRecord)
