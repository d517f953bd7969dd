import { keepStates } from './api.ts'
import { lookUp } from './lookup.ts'

/** Brings up to date what this device keeps: where it is, for an hour, and the states of its country, for its forms. */
export async function backgroundCheck(country_id: number): Promise<void> {
  await Promise.all([lookUp(), keepStates(country_id)])
}
