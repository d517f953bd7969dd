import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/content/content.ts'
import * as announcements from '#contract/content/desk/announcements.ts'
import * as pages from '#contract/content/desk/pages.ts'
import * as own from '#contract/content/own-announcements.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  switchAnnouncement,
  updateAnnouncement,
} from './announcements/announcements.ts'
import { dismissAnnouncement, findOwnAnnouncements } from './announcements/own.ts'
import { shownAnnouncements } from './announcements/shown.ts'
import { discardPageDraft, publishPage, restorePageVersion, revertPage, savePageDraft } from './desk/commands.ts'
import { createPage, deletePage, movePage } from './desk/new-pages.ts'
import { getDeskPage, getPageVersion } from './desk/pages.ts'
import { schedulePage, withdrawPage } from './desk/schedules.ts'
import { publishedTexts } from './published-texts.ts'
import { findPosts, getPage, getPageItem, getPostWithRelated } from './queries.ts'
import { sliderRoutes } from './sliders/routes.ts'

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  sliderRoutes(app, deps)
  mount(app, contract.getContent, ({ params, language }) => getPage(deps, params.page, language))
  mount(app, contract.getContentItem, ({ params, language }) => getPageItem(deps, params.page, params.id, language))
  mount(app, contract.listPosts, ({ query, language }) => findPosts(deps, query, language))
  mount(app, contract.getPost, ({ params, language }) => getPostWithRelated(deps, params.id, language))
  deskPageRoutes(app, deps)
  announcementRoutes(app, deps)
}

/** Announcements, which pages get with their HTML (`rendering/routes.ts`). */
function announcementRoutes(app: FastifyInstance, deps: Deps): void {
  const shows = { afterwards: shownAnnouncements(deps.db).refresh }
  mount(app, own.listOwnAnnouncements, async ({ user, query }) => ({
    items: await findOwnAnnouncements(deps.db, user, query.place, deps.clock()),
  }))
  mountChange(app, deps, own.dismissAnnouncement, (tx, { user, params, body, now }) =>
    dismissAnnouncement(tx, user.user_id, params.id, { version: body.version, now }),
  )
  mount(app, announcements.getAnnouncement, ({ scope, params }) => getAnnouncement(deps.db, scope, params.id))
  mountChange(app, deps, announcements.createAnnouncement, (tx, { scope, body, now }) =>
    createAnnouncement(tx, scope, body, now),
  )
  mountChange(
    app,
    deps,
    announcements.updateAnnouncement,
    (tx, { scope, params, body, user: { user_id }, now }) =>
      updateAnnouncement(tx, scope, params.id, body, { user_id, now }),
    shows,
  )
  mountChange(
    app,
    deps,
    announcements.deleteAnnouncement,
    (tx, { scope, params, query }) => deleteAnnouncement(tx, scope, params.id, query.version),
    shows,
  )
  mountChange(
    app,
    deps,
    announcements.activateAnnouncement,
    (tx, { scope, params, user: { user_id }, now }) =>
      switchAnnouncement(tx, scope, params.id, 'active', { user_id, now }),
    shows,
  )
  mountChange(
    app,
    deps,
    announcements.deactivateAnnouncement,
    (tx, { scope, params, user: { user_id }, now }) =>
      switchAnnouncement(tx, scope, params.id, 'inactive', { user_id, now }),
    shows,
  )
}

/** What staff does with the texts. Their preview is rendered like the pages (`rendering/preview.ts`). */
function deskPageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, pages.getDeskPage, ({ params, language }) => getDeskPage(db, params.id, language))
  mount(app, pages.getPageVersion, ({ params }) => getPageVersion(db, params.id, Number(params.number)))
  interface Change {
    params: { id: string }
    body: { version: number }
    language: Language
  }
  const changeOf = ({ params, body, language }: Change) => ({ id: params.id, version: body.version, reader: language })
  const show = () => publishedTexts(db).refresh()
  mountChange(app, deps, pages.createPage, (tx, { body, language, now }) => createPage(tx, body, language, now))
  mountChange(app, deps, pages.movePage, (tx, call) => movePage(tx, changeOf(call), call.body.slug))
  mountChange(app, deps, pages.deletePage, (tx, { params, query, language }) =>
    deletePage(tx, { id: params.id, version: query.version, reader: language }),
  )
  mountChange(app, deps, pages.schedulePage, (tx, call) =>
    schedulePage(tx, changeOf(call), call.body, { user_id: call.user.user_id, now: call.now }),
  )
  mountChange(app, deps, pages.withdrawPage, (tx, call) => withdrawPage(tx, changeOf(call), call.now), {
    afterwards: show,
  })
  mountChange(app, deps, pages.savePageDraft, (tx, call) =>
    savePageDraft(tx, changeOf(call), { en: call.body.text_en, fr: call.body.text_fr }, call.now),
  )
  mountChange(app, deps, pages.publishPage, (tx, call) => publishPage(tx, changeOf(call), call.now), {
    afterwards: show,
  })
  mountChange(app, deps, pages.restorePageVersion, (tx, call) =>
    restorePageVersion(tx, changeOf(call), call.body.number, call.now),
  )
  mountChange(app, deps, pages.discardPageDraft, (tx, call) => discardPageDraft(tx, changeOf(call)))
  mountChange(app, deps, pages.revertPage, (tx, call) => revertPage(tx, changeOf(call)), { afterwards: show })
}
