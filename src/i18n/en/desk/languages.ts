/** The languages of the interface and its sentences, in the settings. */
export const languages = {
  offered: 'Offered',
  not_offered: 'Not offered',
  default: 'Default',
  translated: '{{share}} translated',
  own_one: '{{count}} changed sentence',
  own_other: '{{count}} changed sentences',
  change_texts: 'Change texts',
  french_off: 'French isn’t offered',
  french_needed:
    'In Quebec, customers are entitled to be served in French, and in Senegal it’s the official language. Check with a lawyer before you serve either of them without it.',
  switch_off: 'Stop offering French?',
  switch_off_text:
    'In Quebec, customers are entitled to be served in French, and in Senegal it’s the official language. Pages and emails will be in another language from now on, and links to French pages lead to the others.',
  switch_off_now: 'Stop offering French',
}

/** The sentences of the interface that the desk may change. */
export const sentences = {
  search: 'Search texts',
  search_hint: 'By words or by key, in any language.',
  only_changed: 'Changed texts only',
  found_one: '{{count}} text',
  found_other: '{{count}} texts',
  first: 'The first {{shown}} of {{count}} texts. Search for fewer.',
  changed: 'Changed',
  change: 'Change this text',
  change_named: 'Change this text: {{key}}, {{language}}',
  title: 'Change a text ({{language}})',
  text: 'Text',
  text_hint: 'Keep everything in curly braces, where values go, and everything in angle brackets.',
  preview: 'Preview',
  delivered: 'Original text',
  restore: 'Restore the original text',
  restored: 'The original text is back.',
}

export const languageGroups = {
  sentences: {
    title: 'Texts',
    description: 'Sentences of pages, emails, receipts and the desk, in your own words.',
  },
  languages: {
    title: 'Languages',
    description: 'Which languages are offered, and which one is the default.',
  },
}

export const languageFields = {
  en: 'Offer English',
  fr: 'Offer French',
  default_language: 'Default language',
  language_switch: 'Readers can switch the language',
}

export const languageHints = {
  default_language:
    'For readers who haven’t chosen one and whose browser prefers none of these. Its pages have no language in their address.',
  language_switch: 'Without it, the browser’s language decides.',
}
