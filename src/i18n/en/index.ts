import { errors } from './errors.ts'
import { pages } from './pages.ts'

/** The whole catalogue, by area. The web loads its areas as one chunk for each language. */
export const en = { errors, pages }
