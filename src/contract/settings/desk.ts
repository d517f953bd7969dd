import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, missingOr, Uuid } from '#contract/fields.ts'
import { countryCodes, languages } from '#contract/geography.ts'
import { recordFields } from '#contract/lists/records.ts'
import { deskScreen, recordPage } from '#contract/lists/screens.ts'
import { lines } from '#contract/lists/shared-fields.ts'
import { PhoneText } from '#contract/phones.ts'
import { codeChannels } from './code-channels.ts'
import { LogoText } from './logo-upload.ts'
import { PaymentGateway } from './payment-gateways.ts'
import { versionShape } from './releases.ts'
import { LanguageFacts } from './sentences.ts'
import { networks, socialPlaces, type SettingGroup, type Settings } from './settings.ts'

/** The groups in the order in which the desk shows them. */
export const settingGroups = [
  'company',
  'site',
  'languages',
  'theme',
  'app',
  'cookies',
  'social',
  'payments',
  'otp',
  'mail',
  'notification',
  'sentences',
] as const satisfies SettingGroup[]

/** The list of groups; each is a page of its own. */
export const settingsScreen = deskScreen({
  name: 'settings',
  permission: 'settings.view',
  menu: { group: 'settings', rank: 1 },
})
export const settingsPage = recordPage({ name: 'settings', permission: 'settings.view' })

/** Where a value comes from: nobody has set it, the environment of the server has, or somebody in the desk. */
export const settingSources = ['default', 'environment', 'desk'] as const
export type SettingSource = (typeof settingSources)[number]

const text = (most: number) => z.nullable(line(1, most))
const link = z.nullable(z.url({ protocol: /^https$/, error: 'https_link' }).check(z.maxLength(300, 'too_long')))
const longText = (most: number) => z.nullable(lines(most).check(z.minLength(1, 'required')))
const number = (least: number, most: number) =>
  z.nullable(z.number(missingOr('number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large')))
const whole = (least: number, most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))
const flag = z.boolean('required')
const country = z.nullable(z.enum(countryCodes, 'required'))
const email = z.nullable(Email)
const slug = z.nullable(line(1, 120))
const taxNumber = (shape: RegExp) => z.nullable(z.string().check(z.trim(), z.regex(shape, 'tax_number')))

type Shapes = { readonly [G in SettingGroup]: { readonly [F in keyof Settings[G]]: z.ZodMiniType<Settings[G][F]> } }

const socialShape = Object.fromEntries(
  socialPlaces.flatMap((place) => networks.map((network) => [`${place}_${network}`, link])),
) as unknown as Shapes['social']

/** What each setting may hold. Formats of tax numbers are those that the four tax authorities print. */
export const settingShapes = {
  company: {
    name: line(2, 30),
    legal_name: text(120),
    email,
    phone: z.nullable(PhoneText),
    website: link,
    address: text(120),
    city: text(60),
    state: text(60),
    country,
    postal_code: text(12),
    lat: number(-90, 90),
    lng: number(-180, 180),
    ng_tin: taxNumber(/^\d{8,13}(-\d{4})?$/),
    ca_gst: taxNumber(/^\d{9} ?RT ?\d{4}$/),
    ca_qst: taxNumber(/^\d{10} ?TQ ?\d{4}$/),
    sn_ninea: taxNumber(/^\d{7,9}( ?\d[A-Z]\d)?$/),
    us_ein: taxNumber(/^\d{2}-\d{7}$/),
    invoice_note_en: longText(300),
    invoice_note_fr: longText(300),
  },
  site: {
    maintenance_en: text(200),
    maintenance_fr: text(200),
    copyright: text(120),
    support_email: email,
    partner_site: link,
    default_country: z.enum(countryCodes, 'required'),
    marketplace_ng: flag,
    marketplace_ca: flag,
    marketplace_sn: flag,
    marketplace_us: flag,
    branch_ng: slug,
    branch_ca: slug,
    branch_sn: slug,
    branch_us: slug,
    online_payment: flag,
    phone_verification: flag,
    guest_orders: flag,
  },
  languages: {
    default_language: z.enum(languages, 'required'),
    language_switch: flag,
    ...(Object.fromEntries(languages.map((language) => [language, flag])) as Record<Language, typeof flag>),
  },
  theme: {
    accent: z.nullable(z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'colour'))),
    logo: z.nullable(LogoText),
    logo_dark: z.nullable(LogoText),
    favicon: z.nullable(LogoText),
  },
  app: {
    ios: link,
    android: link,
    oldest_version: z.nullable(z.string().check(z.trim(), z.regex(versionShape, 'invalid'))),
    update_en: text(200),
    update_fr: text(200),
  },
  cookies: { cookie_notice: flag, cookie_text_en: text(200), cookie_text_fr: text(200) },
  social: socialShape,
  payments: { ng: flag, ca: flag, sn: flag, us: flag, sn_fallback: flag },
  otp: {
    channel: z.enum(codeChannels, 'required'),
    code_minutes: whole(1, 60),
    code_tries: whole(3, 10),
    resend_seconds: whole(30, 300),
  },
  mail: { from_name: text(60), from_address: email, reply_to: email },
  // Their fields are the channels of events, and the sentences of the catalogue.
  notification: {},
  sentences: {},
} as const satisfies Shapes

type Language = (typeof languages)[number]

const path = '/api/v1/admin/settings'
/** What every group's record has, beside its values. */
export const settingFacts = {
  ...recordFields,
  version: z.number(),
  /** Where each value comes from. */
  sources: z.record(z.string(), z.enum(settingSources)),
}
export const SettingVersion = z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small'))

/** The two calls of a group, without their names and summaries. */
/* @__NO_SIDE_EFFECTS__ */
const groupCalls = <const G extends SettingGroup, const S extends Readonly<Record<string, z.ZodMiniType>>>(
  group: G,
  shape: S,
  further: Readonly<Record<string, z.ZodMiniType>> = {},
) => {
  const call = {
    tag: 'desk',
    status: 200,
    path: `${path}/${group}`,
    answer: z.object({ ...settingFacts, ...shape, ...further }),
  } as const
  return {
    get: { ...call, method: 'GET', auth: 'settings.view' },
    update: {
      ...call,
      method: 'PATCH',
      auth: 'settings.update',
      body: z.strictObject({ ...shape, version: SettingVersion }),
    },
  } as const
}

const company = groupCalls('company', settingShapes.company)
export const getCompanySettings = endpoint({
  ...company.get,
  name: 'getCompanySettings',
  summary: 'Returns who runs the product, as receipts and emails name it',
})
export const updateCompanySettings = endpoint({
  ...company.update,
  name: 'updateCompanySettings',
  summary: 'Changes who runs the product; every server uses it within five seconds',
})

/** The active branches of a country, by their slugs. */
const branches = z.array(z.object({ value: z.string(), label: z.string() }))
const site = groupCalls('site', settingShapes.site, {
  branches_ng: branches,
  branches_ca: branches,
  branches_sn: branches,
  branches_us: branches,
})
export const getSiteSettings = endpoint({
  ...site.get,
  name: 'getSiteSettings',
  summary: 'Returns what pages say of whoever runs the site, what it offers, and the branches that can be chosen',
})
export const updateSiteSettings = endpoint({
  ...site.update,
  name: 'updateSiteSettings',
  summary:
    'Changes what pages say of whoever runs the site and what it offers, within five seconds; online payment needs gateways.update',
})

const languageSettings = groupCalls('languages', settingShapes.languages, { offered: z.array(LanguageFacts) })
export const getLanguageSettings = endpoint({
  ...languageSettings.get,
  name: 'getLanguageSettings',
  summary: 'Returns the languages of the interface, whether each is offered and how much of it is translated',
})
export const updateLanguageSettings = endpoint({
  ...languageSettings.update,
  name: 'updateLanguageSettings',
  summary: 'Changes which languages are offered and which is the default; every server uses it within five seconds',
})

const theme = groupCalls('theme', settingShapes.theme)
export const getThemeSettings = endpoint({
  ...theme.get,
  name: 'getThemeSettings',
  summary: 'Returns the colour of what can be pressed, and the addresses of the logos',
})
export const updateThemeSettings = endpoint({
  ...theme.update,
  name: 'updateThemeSettings',
  summary:
    'Changes colour and logos; a colour that cannot be read on our pages is refused with the nearest one that can',
})

// No later release can be demanded than the one that answers.
const app = groupCalls('app', settingShapes.app, { running_version: z.string() })
export const getAppSettings = endpoint({
  ...app.get,
  name: 'getAppSettings',
  summary: 'Returns the addresses in the two stores, and the oldest release whose pages may stay open',
})
export const updateAppSettings = endpoint({
  ...app.update,
  name: 'updateAppSettings',
  summary: 'Changes the addresses in the two stores, and from which release on pages may stay open',
})

const cookies = groupCalls('cookies', settingShapes.cookies)
export const getCookieSettings = endpoint({
  ...cookies.get,
  name: 'getCookieSettings',
  summary: 'Returns whether pages say what they store on devices, and how',
})
export const updateCookieSettings = endpoint({
  ...cookies.update,
  name: 'updateCookieSettings',
  summary: 'Changes whether pages say what they store on devices, and how; a new text is shown again to everybody',
})

const social = groupCalls('social', settingShapes.social)
export const getSocialSettings = endpoint({
  ...social.get,
  name: 'getSocialSettings',
  summary: 'Returns the social accounts of each country',
})
export const updateSocialSettings = endpoint({
  ...social.update,
  name: 'updateSocialSettings',
  summary: 'Changes the social accounts of each country; one that is not set is not shown',
})

const payments = groupCalls('payments', settingShapes.payments, {
  gateways: z.array(PaymentGateway),
  /** Whether the site takes online payments at all. */
  is_open: z.boolean(),
})
export const getPaymentSettings = endpoint({
  ...payments.get,
  auth: 'gateways.view',
  name: 'getPaymentSettings',
  summary: 'Returns the payment gateways by country, with their keys masked and their last signs of life',
})
export const updatePaymentSettings = endpoint({
  ...payments.update,
  auth: 'gateways.update',
  name: 'updatePaymentSettings',
  summary:
    'Switches payments of a country on or off; drivers read it before they begin, and what was begun is finished',
})

const otp = groupCalls('otp', settingShapes.otp, {
  /** Countries whose gateway sends text messages now. */
  text_countries: z.array(z.string()),
})
export const getOtpSettings = endpoint({
  ...otp.get,
  name: 'getOtpSettings',
  summary:
    'Returns how login codes are sent, how long codes can be used, how often they may be wrong and when another one is sent',
})
export const updateOtpSettings = endpoint({
  ...otp.update,
  name: 'updateOtpSettings',
  summary: 'Changes how login codes are sent, and the limits of codes; those that were sent before expire as they said',
})

const mail = groupCalls('mail', settingShapes.mail, {
  transport: z.enum(['smtp', 'stored']),
  host: z.nullable(z.string()),
  port: z.nullable(z.number()),
  user: z.nullable(z.string()),
  has_password: z.boolean(),
  waiting: z.number(),
  failed: z.number(),
})
export const getMailSettings = endpoint({
  ...mail.get,
  name: 'getMailSettings',
  summary: 'Returns how emails are sent and what waits; the password is never shown',
})
export const updateMailSettings = endpoint({
  ...mail.update,
  name: 'updateMailSettings',
  summary: 'Changes the sender of emails; those that wait are sent with the new one',
})
export const sendTestMail = endpoint({
  name: 'sendTestMail',
  method: 'POST',
  path: `${path}/mail/test`,
  summary: 'Sends an email to your own address, as all others are sent',
  tag: 'desk',
  auth: 'settings.update',
  status: 200,
  answer: z.object({ sent_to: z.string() }),
})

const byGroup = z.strictObject({ group: z.enum(settingGroups) })

/** One setting as it was before somebody changed it. */
const EarlierValue = z.object({
  /** The entry of the audit log. */
  entry: z.string(),
  at: Instant,
  who: z.nullable(z.string()),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type EarlierValue = z.infer<typeof EarlierValue>

export const listSettingChanges = endpoint({
  name: 'listSettingChanges',
  method: 'GET',
  path: `${path}/{group}/changes`,
  summary: 'Returns the last 100 changes of a group, newest first, with who made them and what was there before',
  tag: 'desk',
  auth: 'settings.view',
  status: 200,
  params: byGroup,
  answer: z.object({ items: z.array(EarlierValue) }),
})

export const restoreSetting = endpoint({
  name: 'restoreSetting',
  method: 'POST',
  path: `${path}/{group}/restore`,
  summary: 'Sets one setting to what it was before a change, or without an entry to its default',
  tag: 'desk',
  auth: 'settings.update',
  status: 200,
  params: byGroup,
  body: z.strictObject({ field: line(1, 130), entry: z.optional(Uuid), version: SettingVersion }),
  answer: z.object({ version: z.number() }),
})

export const listSettingGroups = endpoint({
  name: 'listSettingGroups',
  method: 'GET',
  path,
  summary: 'Returns the groups of settings, with how many differ from their defaults and the last change',
  tag: 'desk',
  auth: 'settings.view',
  status: 200,
  answer: z.object({
    groups: z.array(
      z.object({
        group: z.enum(settingGroups),
        changed: z.number(),
        at: z.nullable(Instant),
        who: z.nullable(z.string()),
      }),
    ),
  }),
})
