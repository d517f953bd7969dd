import type { FactorState } from '#contract/accounts/auth.ts'
import type { Device } from '#contract/figures/devices.ts'
import type { Permission } from '#contract/permissions.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'

/**
 * Where a permission is held: for every record, or for those of some countries, partners, branches or car parks. A country
 * has its partners and branches among these ids, so that only what belongs to neither asks for the country itself.
 */
export type Scope = Places & { readonly everywhere: boolean }

export interface Places {
  readonly country_ids: readonly number[]
  readonly partner_ids: readonly string[]
  readonly branch_ids: readonly string[]
  readonly park_ids: readonly string[]
}

export const noPlaces: Places = { country_ids: [], partner_ids: [], branch_ids: [], park_ids: [] }
export const noScope: Scope = { ...noPlaces, everywhere: false }
export const everyScope: Scope = { ...noPlaces, everywhere: true }

/** What a person may do, by permission; permissions that they do not have are missing. */
export type Access = ReadonlyMap<Permission, Scope>

export const noAccess: Access = new Map()

/** The counter that a session is for, once it was locked: it acts there alone, for whoever has unlocked it. */
export interface AtCounter {
  shift_id: string
  branch_id: string
  /** Who logged in on the device; they opened the shift. */
  owner_id: string
  is_locked: boolean
}

/** The caller, read from the session for each request, so that revoked sessions and changed roles apply immediately. */
export interface SignedIn {
  session_id: string
  user_id: string
  email: string
  /** The strongest role, for display and the audit log; what the person may do is in `access`. */
  role: string
  access: Access
  /** While it is `needed` or `overdue`, `access` is empty. */
  second_factor: FactorState
  second_factor_due_at: Date | null
  language: Language
  country_code: CountryCode
  /** Undefined for a session that is not that of a counter. */
  counter?: AtCounter | undefined
  /** Of the browser of this request; undefined for other programs. */
  device?: Device | undefined
}
