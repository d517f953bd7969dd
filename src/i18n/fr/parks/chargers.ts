import type { chargers as english } from '#i18n/en/parks/chargers.ts'
import type { Shape } from '#i18n/shape.ts'

/** La carte des parkings équipés de bornes. */
export const chargers: Shape<typeof english> = {
  found_one: '{{number}} parking avec borne électrique sur cette carte ({{country}}), d’après des données ouvertes.',
  found_other:
    '{{number}} parkings avec bornes électriques sur cette carte ({{country}}), d’après des données ouvertes.',
  none: 'Aucun parking avec borne électrique {{where}} pour l’instant',
  none_text:
    'Vous pouvez quand même chercher un parking. Consultez le panneau à l’entrée : il peut y avoir une borne que nous ne connaissons pas.',
  search: 'Chercher un parking',
  country: 'Pays',
  map: 'Carte des parkings avec borne électrique',
  map_failed: 'Impossible d’afficher la carte. La liste présente les mêmes parkings.',
  here: 'Parkings dans cette zone de la carte',
  more: '{{shown}} sur {{total}} affichés. Zoomez pour voir les autres.',
  here_none: 'Aucun parking avec borne électrique dans cette zone.',
  facts_note:
    'Nos données indiquent qu’il y a une borne, mais ni la prise ni la puissance. Vérifiez auprès de l’exploitant.',
  book: 'Voir les prix et réserver',
  view_park: 'Voir le parking',
  directions_to: 'Itinéraire vers {{name}}',
  directions: 'Itinéraire',
  example_price: 'Prix inventé pour cette démonstration',
  source: 'Source : {{source}}',
  search_all: 'Chercher parmi tous les parkings avec borne',
}
