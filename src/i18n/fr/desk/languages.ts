/** Les langues de l’interface et ses phrases, dans les réglages. */
export const languages = {
  offered: 'Proposée',
  not_offered: 'Non proposée',
  default: 'Par défaut',
  translated: 'traduite à {{share}}',
  own_one: '{{count}} phrase modifiée',
  own_other: '{{count}} phrases modifiées',
  change_texts: 'Modifier des textes',
  french_off: 'Le français n’est pas proposé',
  french_needed:
    'Au Québec, la clientèle a le droit d’être servie en français, et au Sénégal, c’est la langue officielle. Consultez un juriste avant de vous en passer dans l’un ou l’autre.',
  switch_off: 'Ne plus proposer le français ?',
  switch_off_text:
    'Au Québec, la clientèle a le droit d’être servie en français, et au Sénégal, c’est la langue officielle. Les pages et les e-mails seront désormais dans une autre langue, et les liens vers les pages en français mèneront aux autres.',
  switch_off_now: 'Ne plus proposer le français',
}

/** Les phrases de l’interface que l’on peut modifier. */
export const sentences = {
  search: 'Rechercher un texte',
  search_hint: 'Par ses mots ou par sa clé, dans toutes les langues.',
  only_changed: 'Textes modifiés seulement',
  found_one: '{{count}} texte',
  found_other: '{{count}} textes',
  first: 'Les {{shown}} premiers de {{count}} textes. Précisez la recherche.',
  changed: 'Modifié',
  change: 'Modifier ce texte',
  change_named: 'Modifier ce texte : {{key}}, {{language}}',
  title: 'Modifier un texte ({{language}})',
  text: 'Texte',
  text_hint: 'Gardez tout ce qui est entre accolades, où s’affichent des valeurs, et entre chevrons.',
  preview: 'Aperçu',
  delivered: 'Texte d’origine',
  restore: 'Rétablir le texte d’origine',
  restored: 'Le texte d’origine est rétabli.',
}

export const languageGroups = {
  sentences: {
    title: 'Textes',
    description: 'Les phrases des pages, des e-mails, des reçus et du back-office, avec vos propres mots.',
  },
  languages: {
    title: 'Langues',
    description: 'Les langues proposées, et celle des personnes qui n’ont pas choisi.',
  },
}

export const languageFields = {
  en: 'Proposer l’anglais',
  fr: 'Proposer le français',
  default_language: 'Langue par défaut',
  language_switch: 'Les visiteurs peuvent changer de langue',
}

export const languageHints = {
  default_language:
    'Pour les personnes qui n’ont pas choisi et dont le navigateur ne demande aucune de ces langues. Ses pages n’ont pas de langue dans leur adresse.',
  language_switch: 'Sinon, la langue du navigateur s’applique.',
}
