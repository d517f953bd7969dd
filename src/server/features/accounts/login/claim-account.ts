import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Account } from '../queries.ts'
import { guessFirstName } from '../rules.ts'
import { revokeCodes } from './codes.ts'
import { revokeSessions } from './sessions.ts'

/** The owner's details, as far as they are known. */
interface OwnerDetails {
  name?: string | null | undefined
  country_code?: CountryCode | undefined
  language: Language
}

/**
 * Verifies an address that an unknown person may have registered, after its owner has proved it without a password.
 * Everything a stranger may have entered is discarded, above all the password; what staff entered is kept.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { name, country_code, language }: OwnerDetails,
  now: Date,
): Promise<void> {
  const { opened_by } = await tx.selectFrom('users').select('opened_by').where('id', '=', id).executeTakeFirstOrThrow()
  const unknown = { phone: null, first_name: guessFirstName(name, email), last_name: null }
  await tx
    .updateTable('users')
    .set({
      password_hash: null,
      ...(opened_by === null && unknown),
      ...(country_code === undefined ? {} : { country_id: countryIds[country_code] }),
      language,
      email_verified_at: now,
      terms_accepted_at: now,
    })
    .where('id', '=', id)
    .execute()
  await revokeCodes(tx, id, 'verify_email')
  await revokeCodes(tx, id, 'reset_password')
  await revokeSessions(tx, id)
}
