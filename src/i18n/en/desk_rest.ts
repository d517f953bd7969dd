import { pickRest } from '#i18n/desk-parts.ts'
import { desk } from './desk.ts'

/** What the desk says besides. */
export const deskRest = pickRest(desk)
