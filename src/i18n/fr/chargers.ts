import type { chargers as english } from '#i18n/en/chargers.ts'
import type { Shape } from '#i18n/shape.ts'

/** La carte des parkings équipés de bornes. */
export const chargers: Shape<typeof english> = {
  found_one: '{{number}} parking équipé d’une borne sur la carte ({{country}}), selon des sources ouvertes.',
  found_other: '{{number}} parkings équipés de bornes sur la carte ({{country}}), selon des sources ouvertes.',
  none: 'Pas encore de parking équipé d’une borne dans nos données : {{country}}',
  none_text: 'La recherche montre quand même les parkings ; le panneau à l’entrée en sait parfois plus que nous.',
  search: 'Chercher un parking',
  country: 'Pays',
  map: 'Carte des parkings équipés de bornes',
  map_failed: 'La carte ne peut pas s’afficher ici. La liste montre les mêmes parkings.',
  here: 'Parkings dans cette partie de la carte',
  more: '{{shown}} sur {{total}} sont listés : rapprochez la carte pour voir les autres.',
  here_none: 'Aucun parking équipé d’une borne dans cette partie de la carte.',
  facts_note:
    'Nos sources disent qu’il y a une borne, pas quelle prise ni quelle puissance. Vérifiez chez l’exploitant avant de compter dessus.',
  book: 'Voir les prix et réserver',
  view_park: 'Voir le parking',
  directions_to: 'Itinéraire vers {{name}}',
  directions: 'Itinéraire',
  example_price: 'Prix inventé pour la démonstration',
  source: 'Source : {{source}}',
  search_all: 'Chercher parmi tous ces parkings',
  failed: 'Les parkings ne sont pas arrivés.',
}
