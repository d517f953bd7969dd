import { countryCodes, languages } from '#contract/geography.ts'
import type { DeskField, DeskFields, DeskForm } from '#contract/lists/records.ts'
import { codeChannels } from './code-channels.ts'
import {
  updateAppSettings,
  updateCookieSettings,
  updateCompanySettings,
  updateLanguageSettings,
  updateMailSettings,
  updateOtpSettings,
  updatePaymentSettings,
  updateSiteSettings,
  updateSocialSettings,
  updateThemeSettings,
} from './desk.ts'
import { updateNotificationSettings } from './notification-grid.ts'
import { updateSentence } from './sentences.ts'
import { networks, socialPlaces, type SettingGroup } from './settings.ts'

const input = { kind: 'text' } as const satisfies DeskField
const hinted = { kind: 'text', hint: true } as const satisfies DeskField
const box = { kind: 'flag' } as const satisfies DeskField
const address = { kind: 'email' } as const satisfies DeskField
const inBoth = <const F extends string>(name: F, kind: 'text' | 'long') =>
  ({
    [`${name}_en`]: { kind, language: 'en', hint: true },
    [`${name}_fr`]: { kind, language: 'fr', hint: true },
  }) as Record<`${F}_${'en' | 'fr'}`, DeskField>
const nation = { kind: 'choice', values: countryCodes, words: 'countries' } as const satisfies DeskField
/** A branch of a country; the record brings them. */
const branchOf = (place: string) =>
  ({ kind: 'choice', values: [], own: `branches_${place}` }) as const satisfies DeskField
/** The forms of the groups. */
export const settingForms = {
  company: {
    endpoint: updateCompanySettings,
    position: ['lat', 'lng'],
    fields: {
      name: hinted,
      legal_name: hinted,
      email: address,
      phone: input,
      website: input,
      address: input,
      city: input,
      state: input,
      country: nation,
      postal_code: input,
      lat: { kind: 'number' },
      lng: { kind: 'number' },
      ng_tin: input,
      ca_gst: input,
      ca_qst: input,
      sn_ninea: input,
      us_ein: input,
      ...inBoth('invoice_note', 'long'),
    },
  },
  site: {
    endpoint: updateSiteSettings,
    fields: {
      ...inBoth('maintenance', 'text'),
      copyright: hinted,
      support_email: { ...address, hint: true },
      partner_site: hinted,
      default_country: { ...nation, hint: true },
      marketplace_ng: { ...box, hint: true },
      marketplace_ca: box,
      marketplace_sn: box,
      marketplace_us: box,
      branch_ng: { ...branchOf('ng'), hint: true },
      branch_ca: branchOf('ca'),
      branch_sn: branchOf('sn'),
      branch_us: branchOf('us'),
      online_payment: { ...box, hint: true },
      phone_verification: { ...box, hint: true },
      guest_orders: { ...box, hint: true },
    },
  },
  theme: {
    endpoint: updateThemeSettings,
    fields: {
      accent: hinted,
      logo: { kind: 'picture', upload: 'logo', hint: true },
      logo_dark: { kind: 'picture', upload: 'logo', hint: true },
      favicon: { kind: 'picture', upload: 'logo', hint: true },
    },
  },
  languages: {
    endpoint: updateLanguageSettings,
    fields: {
      ...(Object.fromEntries(languages.map((language) => [language, box])) as Record<
        (typeof languages)[number],
        DeskField
      >),
      default_language: { kind: 'choice', values: languages, words: 'languages', hint: true },
      language_switch: { ...box, hint: true },
    },
  },
  app: {
    endpoint: updateAppSettings,
    fields: { ios: hinted, android: hinted, oldest_version: hinted, ...inBoth('update', 'text') },
  },
  cookies: {
    endpoint: updateCookieSettings,
    fields: { cookie_notice: { ...box, hint: true }, ...inBoth('cookie_text', 'text') },
  },
  social: {
    endpoint: updateSocialSettings,
    fields: Object.fromEntries(
      socialPlaces.flatMap((place) => networks.map((network) => [`${place}_${network}`, input])),
    ) as DeskFields,
  },
  payments: {
    endpoint: updatePaymentSettings,
    fields: { ng: box, ca: box, sn: box, us: box, sn_fallback: { ...box, hint: true } },
  },
  otp: {
    endpoint: updateOtpSettings,
    fields: {
      channel: { kind: 'choice', values: codeChannels, words: 'code_channels', hint: true },
      code_minutes: { kind: 'number', hint: true },
      code_tries: { kind: 'number', hint: true },
      resend_seconds: { kind: 'number', hint: true },
    },
  },
  mail: {
    endpoint: updateMailSettings,
    fields: { from_name: hinted, from_address: { ...address, hint: true }, reply_to: { ...address, hint: true } },
  },
  notification: { endpoint: updateNotificationSettings, fields: {} },
  sentences: { endpoint: updateSentence, fields: {} },
} as const satisfies Record<SettingGroup, DeskForm>
