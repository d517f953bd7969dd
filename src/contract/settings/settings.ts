import { type countryCodes, languages } from '#contract/geography.ts'
import type { CodeChannel } from './code-channels.ts'

type CountryCode = (typeof countryCodes)[number]
type Language = (typeof languages)[number]

type Text = string | null

/** Networks of which an installation may have an account, and the countries with accounts of their own. */
export const networks = ['facebook', 'instagram', 'linkedin', 'twitter'] as const
/** Countries in names of settings. */
const places = ['ng', 'ca', 'sn', 'us'] as const
type Place = (typeof places)[number]
export type Network = (typeof networks)[number]
export const socialPlaces = [...places, 'default'] as const
type SocialPlace = (typeof socialPlaces)[number]

/**
 * What whoever runs an installation sets in the desk, by group. A text that is null is not set, and what it would be for is
 * not shown. Texts that end in `_en` and `_fr` are one text in two languages.
 */
export interface Settings {
  /** Who runs it; name, address and tax numbers stand on receipts. */
  company: {
    name: string
    legal_name: Text
    email: Text
    phone: Text
    website: Text
    address: Text
    city: Text
    state: Text
    country: CountryCode | null
    postal_code: Text
    lat: number | null
    lng: number | null
    ng_tin: Text
    ca_gst: Text
    ca_qst: Text
    sn_ninea: Text
    us_ein: Text
    invoice_note_en: Text
    invoice_note_fr: Text
  }
  site: {
    /** A line above every page. */
    maintenance_en: Text
    maintenance_fr: Text
    copyright: Text
    /** Without one, people are led to the form of the help page. */
    support_email: Text
    /** Where operators list their spaces; without one, links lead to our own page. */
    partner_site: Text
    /** Where the country of a visitor isn't known. */
    default_country: CountryCode
    /** Whether anything can be paid to a provider, in any country: see also `payments`. Balances can be spent either way. */
    online_payment: boolean
    /** Whether customers can confirm mobile numbers by a text message. Those that are confirmed stay so. */
    phone_verification: boolean
    /** Whether a code opens an account for an address that has none. Otherwise people register with a password first. */
    guest_orders: boolean
  } & Record<`marketplace_${Place}`, boolean> &
    /** The slug of the branch with which the marketplace opens where neither the visitor's place nor choice decides. */
    Record<`branch_${Place}`, Text>
  /** The languages of the interface by their codes: whether each is offered, and which holds where nobody has chosen one. */
  languages: Record<Language, boolean> & { default_language: Language; language_switch: boolean }
  /** What it looks like: the colour of what can be pressed, and the logos, by their addresses. */
  theme: {
    accent: Text
    logo: Text
    logo_dark: Text
    favicon: Text
  }
  /** Addresses in the two stores; without them, links lead to the page that explains installing from the browser. */
  app: {
    ios: Text
    android: Text
    /** The oldest release whose pages may stay open; older ones are asked to reload. */
    oldest_version: Text
    /** What they say; without it, ours. */
    update_en: Text
    update_fr: Text
  }
  /** Whether pages say what they store on devices, and how; without a text of one's own, ours. */
  cookies: {
    cookie_notice: boolean
    cookie_text_en: Text
    cookie_text_fr: Text
  }
  /** The accounts by country; those of `default` where a country has none of a network. */
  social: Record<`${SocialPlace}_${Network}`, Text>
  /** Whether money can be added to wallets in a country, and whether Paystack takes over in Senegal where Wave cannot. */
  payments: Record<Place | 'sn_fallback', boolean>
  /** The codes of six digits that are mailed. */
  otp: {
    /** How codes that log in are sent. */
    channel: CodeChannel
    /** How long one can be used. */
    code_minutes: number
    /** How many wrong ones are taken, from the owner's devices and from all others together. */
    code_tries: number
    /** How long until another one is sent. */
    resend_seconds: number
  }
  /** Sentences that the desk has changed, by language and path in the catalogue, such as `en.park.closed`. */
  sentences: Readonly<Record<string, string>>
  /**
   * Channels of events that the desk has switched off, such as `ready.sms`: false (`notifications/events.ts`). Unset where
   * none is, so that the home page loads nothing of it.
   */
  notification?: Readonly<Record<string, boolean>>
  mail: {
    from_name: Text
    from_address: Text
    reply_to: Text
  }
}

export type SettingGroup = keyof Settings

const unset = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>

/** What holds where nobody has set anything else. */
export const defaultSettings: Settings = {
  company: {
    name: 'Parkwell',
    ...unset(['legal_name', 'email', 'phone', 'website', 'address', 'city', 'state', 'country', 'postal_code']),
    ...unset(['lat', 'lng', 'ng_tin', 'ca_gst', 'ca_qst', 'sn_ninea', 'us_ein', 'invoice_note_en', 'invoice_note_fr']),
  },
  site: {
    ...unset(['maintenance_en', 'maintenance_fr', 'copyright', 'support_email', 'partner_site']),
    default_country: 'US',
    online_payment: true,
    phone_verification: true,
    guest_orders: true,
    ...unset(places.map((place) => `branch_${place}` as const)),
    ...(Object.fromEntries(places.map((place) => [`marketplace_${place}`, true])) as Record<
      `marketplace_${Place}`,
      boolean
    >),
  },
  languages: {
    ...(Object.fromEntries(languages.map((language) => [language, true])) as Record<Language, boolean>),
    default_language: 'en',
    language_switch: true,
  },
  theme: unset(['accent', 'logo', 'logo_dark', 'favicon']),
  app: unset(['ios', 'android', 'oldest_version', 'update_en', 'update_fr']),
  cookies: { cookie_notice: false, ...unset(['cookie_text_en', 'cookie_text_fr']) },
  social: unset(socialPlaces.flatMap((place) => networks.map((network) => `${place}_${network}` as const))),
  payments: { ng: true, ca: true, sn: true, us: true, sn_fallback: true },
  otp: { channel: 'both', code_minutes: 10, code_tries: 5, resend_seconds: 60 },
  sentences: {},
  mail: unset(['from_name', 'from_address', 'reply_to']),
}

/** Those that differ from the default ones, as a page of the site carries them to the browser. */
export type ChangedSettings = { readonly [Group in SettingGroup]?: Partial<Settings[Group]> }

/** The default settings with changed ones in their places. */
export const applySettings = (changed: ChangedSettings | undefined): Settings =>
  changed === undefined
    ? defaultSettings
    : (Object.fromEntries(
        Object.entries({ ...defaultSettings, ...changed }).map(([group, values]) => [
          group,
          { ...defaultSettings[group as SettingGroup], ...values },
        ]),
      ) as unknown as Settings)

let read = (): Settings => defaultSettings

/** Makes `settings` return what this reads: those of the database in a server, those of the page elsewhere. */
export const setSettings = (reader: () => Settings): void => {
  read = reader
}

/** The settings as they are now. Read when something is written or shown, never stored: they change while a process runs. */
export const settings = (): Settings => read()

/** The text of a pair `name_en` and `name_fr` for a reader: the other language's where only that one is set. */
export const inReadersLanguage = (language: Language, en: Text, fr: Text): Text =>
  language === 'fr' ? (fr ?? en) : (en ?? fr)
