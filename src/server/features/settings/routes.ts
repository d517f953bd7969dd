import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/places/places.ts'
import * as contract from '#contract/settings/desk.ts'
import { getLicense } from '#contract/settings/license.ts'
import * as gridContract from '#contract/settings/notification-grid.ts'
import { tryPaymentGateway } from '#contract/settings/payment-gateways.ts'
import * as sentenceContract from '#contract/settings/sentences.ts'
import * as fileContract from '#contract/settings/settings-file.ts'
import { inReadersLanguage, settings, type SettingGroup } from '#contract/settings/settings.ts'
import { getSupportedRelease } from '#contract/system.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import type { Job } from '#server/jobs.ts'
import { version } from '#server/version.ts'
import { readBranchChoices } from './branch-choices.ts'
import {
  exportSettings,
  getGroup,
  importSettings,
  listChanges,
  listGroups,
  restoreField,
  updateGroup,
  updateSentence,
} from './commands.ts'
import { currentSettings } from './current.ts'
import { readLicense } from './license.ts'
import { deleteUnusedLogos, logoRoutes } from './logos.ts'
import { readMailFacts, sendTestMail } from './mails.ts'
import { listEvents, updateNotificationSettings } from './notification-grid.ts'
import { readGateways, tryGateway } from './payment-facts.ts'
import { listSentences, readLanguageFacts } from './sentences.ts'

/** Uses what another process has set, within two seconds. */
export const settingsJobs: Job[] = [
  { name: 'settings', every_s: 2, only_reads: true, due: 'change', run: ({ db }) => currentSettings(db).refresh() },
  { name: 'delete_unused_logos', every_s: 3_600, run: deleteUnusedLogos },
]

/** The settings of the desk. What changes them asks for the password again. */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const current = currentSettings(db)
  const { environment } = current
  const around = { check: askPassword, afterwards: () => current.refresh() }

  /** What a group shows besides its values. */
  const further = {
    mail: () => readMailFacts(db, config),
    languages: async () => ({ offered: await readLanguageFacts() }),
    notification: async () => ({ events: await listEvents(db) }),
    payments: async () => ({
      gateways: await readGateways(db, config, deps.publicUrl()),
      is_open: settings().site.online_payment,
    }),
    app: async () => ({ running_version: version }),
    site: () => readBranchChoices(db),
    otp: async () => ({ text_countries: await deps.hooks.findTextCountries(db, deps) }),
  } satisfies Partial<Record<SettingGroup, () => Promise<object>>>
  const read = async (group: SettingGroup, language: Language) => ({
    ...(await getGroup(db, environment, group, language)),
    ...(group in further && (await further[group as keyof typeof further]())),
  })

  mount(app, getSupportedRelease, ({ language }) => {
    const { oldest_version, update_en: en, update_fr: fr } = settings().app
    return { oldest_version, notice: inReadersLanguage(language, en, fr) }
  })
  logoRoutes(app, deps)
  mount(app, sentenceContract.listSentences, ({ query }) => listSentences(db, query))
  mountChange(
    app,
    deps,
    sentenceContract.updateSentence,
    async (tx, { body }) => {
      const { changes, version } = await updateSentence(tx, environment, body)
      return { answer: { version }, changes }
    },
    around,
  )
  mount(
    app,
    gridContract.getNotificationSettings,
    async ({ language }) => (await read('notification', language)) as never,
  )
  mountChange(
    app,
    deps,
    gridContract.updateNotificationSettings,
    async (tx, { body }) => {
      const { changes, version } = await updateNotificationSettings(tx, environment, body)
      return { answer: { version } as never, changes }
    },
    { ...around, finish: async (_stored, { language }) => (await read('notification', language)) as never },
  )
  mount(app, contract.listSettingGroups, async () => ({ groups: await listGroups(db) }))
  for (const [group, { get, update }] of Object.entries(calls) as [SettingGroup, (typeof calls)['app']][]) {
    mount(app, get, async ({ language }) => (await read(group, language)) as never)
    mountChange(
      app,
      deps,
      update,
      async (tx, { user, body: { version: read_version, ...values } }) => {
        const given = { group, version: read_version, values }
        const { changes, version: next } = await updateGroup(tx, environment, given)
        requireGateways(user, changes)
        await requireTextGateway(tx, deps, changes)
        return { answer: { version: next } as never, changes }
      },
      {
        ...around,
        // What others have set since stands in the answer too.
        finish: async (_stored, { language }) => (await read(group, language)) as never,
      },
    )
  }
  mount(app, contract.listSettingChanges, async ({ params }) => ({ items: await listChanges(db, params.group) }))
  mountChange(
    app,
    deps,
    contract.restoreSetting,
    async (tx, { user, params: { group }, body: { field, entry, version } }) => {
      requireUpdate(user, [group])
      const { changes, version: next } = await restoreField(tx, environment, { group, field, entry, version })
      requireGateways(user, changes)
      await requireTextGateway(tx, deps, changes)
      return { answer: { version: next }, changes }
    },
    around,
  )
  mount(app, getLicense, () => readLicense())
  mount(app, fileContract.getSettingsFile, async ({ reply }) => {
    reply.header('content-disposition', 'attachment; filename="settings.json"')
    return { product: 'parkwell' as const, settings: await exportSettings(db) }
  })
  mountChange(
    app,
    deps,
    fileContract.importSettingsFile,
    async (tx, { user, body, locale }) => {
      requireUpdate(user, Object.keys(body.settings))
      const done = await importSettings(tx, environment, body, locale)
      requireGateways(user, done.changes)
      await requireTextGateway(tx, deps, done.changes)
      return done
    },
    around,
  )
  mountChange(
    app,
    deps,
    tryPaymentGateway,
    async (_tx, { params }) => ({ answer: { provider: params.provider }, changes: [] }),
    { check: askPassword, finish: (_stored, { params }) => tryGateway(deps, params.provider) },
  )
  mountChange(app, deps, contract.sendTestMail, async (tx, { user, language, now }) => ({
    answer: { sent_to: await sendTestMail(tx, deps, user, language, now) },
    changes: [{ kind: 'setting', id: 'mail' }],
  }))
}

/** Throws `forbidden` for whoever may change settings, but not all of these groups: gateways have a permission of their own. */
function requireUpdate({ access }: Pick<SignedIn, 'access'>, groups: readonly string[]): void {
  if (groups.includes('payments') && !access.has('gateways.update')) throw new AppError('forbidden')
}

/** Switching online payment closes every gateway. Throws `forbidden` without the permission to change gateways. */
function requireGateways({ access }: Pick<SignedIn, 'access'>, changes: readonly AuditedChange[]): void {
  const switches = changes.some(({ after }) => after !== undefined && after !== null && 'online_payment' in after)
  if (switches && !access.has('gateways.update')) throw new AppError('forbidden')
}

/** Throws 422 where codes are to be sent by text message alone, but no gateway sends any. */
async function requireTextGateway(tx: Tx, deps: Deps, changes: readonly AuditedChange[]): Promise<void> {
  const isOnly = changes.some(
    ({ id, after }) => id === 'otp' && after !== undefined && 'channel' in after && after.channel === 'sms',
  )
  if (isOnly && (await deps.hooks.findTextCountries(tx, deps)).length === 0)
    throw fieldError('channel', 'no_sms_gateway')
}

/** The calls of each group. */
const calls = {
  company: { get: contract.getCompanySettings, update: contract.updateCompanySettings },
  site: { get: contract.getSiteSettings, update: contract.updateSiteSettings },
  theme: { get: contract.getThemeSettings, update: contract.updateThemeSettings },
  languages: { get: contract.getLanguageSettings, update: contract.updateLanguageSettings },
  app: { get: contract.getAppSettings, update: contract.updateAppSettings },
  cookies: { get: contract.getCookieSettings, update: contract.updateCookieSettings },
  social: { get: contract.getSocialSettings, update: contract.updateSocialSettings },
  payments: { get: contract.getPaymentSettings, update: contract.updatePaymentSettings },
  otp: { get: contract.getOtpSettings, update: contract.updateOtpSettings },
  mail: { get: contract.getMailSettings, update: contract.updateMailSettings },
} satisfies Record<Exclude<SettingGroup, 'notification' | 'sentences'>, object>
