import { pickForLists } from '../desk-parts.ts'
import { desk } from './desk.ts'

/** What the frame and the lists of the desk say. */
export const deskLists = pickForLists(desk)
