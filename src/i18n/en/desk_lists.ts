import { pickForLists } from '#i18n/desk-parts.ts'
import { desk } from './desk.ts'

/** What the frame and the lists of the desk say. */
export const deskLists = pickForLists(desk)
