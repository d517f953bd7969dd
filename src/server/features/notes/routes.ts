import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notes/desk.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { addNote, findMentionable, readNotes, type NoteReader } from './notes.ts'

const toReader = ({ user, language }: { user: SignedIn } & Pick<NoteReader, 'language'>, now: Date): NoteReader => ({
  user_id: user.user_id,
  access: user.access,
  language,
  now,
})

/** What colleagues write for one another about customers, bookings and orders. */
export function notesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listNotes, (call) => readNotes(db, call.params, toReader(call, clock())))
  mountChange(app, deps, contract.addNote, (tx, call) =>
    addNote(tx, deps, toReader(call, call.now), call.params, call.body),
  )
  mount(app, contract.findColleagues, (call) =>
    findMentionable(db, call.params, toReader(call, clock()), call.query.search),
  )
}
