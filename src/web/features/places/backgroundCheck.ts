import { cacheStates } from './api.ts'
import { lookUp } from './askServices.ts'

/** Refreshes the cached location (valid for an hour) and the states of the country. */
export async function backgroundCheck(country_id: number): Promise<void> {
  await Promise.all([lookUp(), cacheStates(country_id)])
}
