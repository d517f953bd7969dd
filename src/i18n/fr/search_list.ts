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
  total_around_one: '{{total}} parking à moins de {{distance}}',
  total_around_other: '{{total}} parkings à moins de {{distance}}',
  total_along_one: '{{street}} : {{total}} parking',
  total_along_other: '{{street}} : {{total}} parkings',
  beyond: {
    named: '{{name}} : aucun parking à moins de {{distance}}. Le plus proche est à {{nearest}}.',
    here: 'Aucun parking à moins de {{distance}}. Le plus proche est à {{nearest}}.',
    filtered:
      'Aucun parking à moins de {{distance}} ne correspond à vos filtres. Le plus proche qui y répond est à {{nearest}}.',
  },
  nothing_around: 'Il n’y a aucun parking à moins de {{distance}}. Essayez un autre lieu ou choisissez une ville.',
  all_cities: 'Voir les villes avec parking',
  nothing_here: 'Aucun parking ne correspond à cette recherche. Élargissez la zone ou essayez un autre lieu.',
  nothing_for:
    '« {{text}} » est introuvable. Vérifiez l’orthographe, ou essayez un lieu connu, un code postal ou une ville à proximité.',
  elsewhere: {
    title: '{{name}} se trouve {{where}}',
    searched: 'Votre recherche se limite aux parkings situés {{where}}.',
    search: 'Chercher {{where}}',
    results: 'Ces parkings se trouvent {{where}}.',
  },
  list_only: 'Masquer la carte',
  sheet: { peek: 'Afficher la liste', half: 'Agrandir la liste', full: 'Réduire la liste' },
  map_failed: 'Impossible d’afficher la carte sur cet appareil. La liste présente les mêmes parkings.',
  map_saved: 'La carte est masquée pour économiser vos données. La liste présente les mêmes parkings.',
  search_this_area: 'Chercher dans cette zone',
  search_wider: 'Élargir la recherche',
  book_for: 'Réserver pour {{price}}',
  see_park: 'Voir le parking',
  price_details_failed: 'Impossible de charger le détail du prix.',
  selected: 'Sélectionné sur la carte',
}
