import { accounts } from './accounts.ts'
import { errors } from './errors.ts'
import { mails } from './mails.ts'
import { pages } from './pages.ts'
import { wallet_answers } from './wallet_answers.ts'

/** The whole catalogue, by area. The web loads its areas as one chunk for each language. */
export const en = { accounts, errors, mails, pages, wallet_answers }
