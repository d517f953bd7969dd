import type { common as english } from '#i18n/en/common.ts'
import type { Shape } from '#i18n/shape.ts'

export const common: Shape<typeof english> = {
  loading: 'Chargement…',
  try_again: 'Réessayer',
  choose_date: 'Choisir une date',
  go_home: 'Retour à l’accueil',
  close: 'Fermer',
  cancel: 'Annuler',
  edit: 'Modifier',
  show_more: 'Afficher plus',
  network_error: 'Erreur réseau. Vérifiez votre connexion Internet et réessayez.',
  something_wrong: 'Une erreur est survenue',
  example: 'Exemple',
  example_hint: 'Donnée fictive de la démonstration : elle ne décrit pas ce lieu.',
  free: 'Gratuit',
  charged_from: 'Payant dès {{time}}',
  regret: 'pendant {{minutes}} minutes après la réservation',
  length_first_free: '{{duration}}, {{minutes}} premières min gratuites',
  optional: 'facultatif',
  labelled: '{{name}} : {{value}}',
  countries: { NG: 'Nigeria', CA: 'Canada', SN: 'Sénégal', US: 'États-Unis' },
}
