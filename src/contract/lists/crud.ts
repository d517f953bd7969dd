import type { Schema } from '#contract/endpoint.ts'
import type { Permission, Resource } from '#contract/permissions.ts'
import { byId, versionQuery } from './shared-fields.ts'

/** The resources that have all four permissions. */
type CrudResource = {
  [R in Resource]: [`${R}.${'view' | 'create' | 'update' | 'delete'}`] extends [Permission] ? R : never
}[Resource]

/**
 * What the four calls of a record in the desk are made of, by `path` and the permissions of a resource. Each call adds its name,
 * its summary and its body; deleting takes the version that was read.
 */
/* @__NO_SIDE_EFFECTS__ */
export const crud = <const Path extends string, A extends Schema>(path: Path, resource: CrudResource, answer: A) => {
  const record = { tag: 'desk', status: 200, path: `${path}/{id}`, params: byId, answer } as const
  return {
    get: { ...record, method: 'GET', auth: `${resource}.view` },
    create: { tag: 'desk', status: 201, path, answer, method: 'POST', auth: `${resource}.create` },
    update: { ...record, method: 'PATCH', auth: `${resource}.update` },
    delete: {
      tag: 'desk',
      status: 204,
      path: `${path}/{id}`,
      params: byId,
      query: versionQuery,
      method: 'DELETE',
      auth: `${resource}.delete`,
    },
  } as const
}
