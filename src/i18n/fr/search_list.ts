import type { search_list as english } from '#i18n/en/search_list.ts'
import type { Shape } from '#i18n/shape.ts'

export const search_list: Shape<typeof english> = {
  must_have: 'Équipements',
  any_kind: 'Tous les types',
  max_price_hint: 'Pour toute la réservation, frais et taxes compris',
  up_to: 'Jusqu’à {{price}}',
  size_between: 'Saisissez un nombre entier de {{least}} à {{most}} {{unit}}.',
  reset_sizes: 'Rétablir les dimensions standard',
  hide_too_small: 'Masquer les parkings trop petits pour mon véhicule',
  hide_too_small_hint: 'Sinon, ils sont signalés dans la liste.',
  hide_too_small_short: 'Adapté à mon véhicule',
  apply_filters_one: 'Appliquer {{count}} filtre',
  apply_filters_other: 'Appliquer {{count}} filtres',
  remove: 'Retirer le filtre : {{what}}',
  total_prices: 'Prix total pour {{duration}}, frais et taxes compris.',
  total_prices_from:
    'Prix total pour {{duration}} à partir de {{time}}, frais et taxes compris. Stationnement gratuit jusque-là.',
  nothing_filtered: 'Aucun parking ici ne correspond à tous vos filtres.',
  clear_filters: 'Effacer les filtres',
  show_nearest: 'Voir les parkings les plus proches',
  total_around_one: '{{total}} parking à moins de {{distance}}',
  total_around_other: '{{total}} parkings à moins de {{distance}}',
}
