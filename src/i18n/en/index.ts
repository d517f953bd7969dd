import { errors } from './errors.ts'
import { pages } from './pages.ts'
import { wallet_answers } from './wallet_answers.ts'

/** The whole catalogue, by area. The web loads its areas as one chunk for each language. */
export const en = { errors, pages, wallet_answers }
