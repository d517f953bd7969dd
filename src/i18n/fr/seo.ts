import type { seo as english } from '#i18n/en/seo.ts'
import type { Shape } from '#i18n/shape.ts'

export const seo: Shape<typeof english> = {
  park: {
    where: '{{name}}, {{address}}.',
    hour: '{{price}} pour une heure, frais et taxes compris.',
    hour_posted: '{{price}} pour une heure, selon le tarif affiché.',
    hour_free: 'La première heure est gratuite.',
    spaces_one: '{{number}} place.',
    spaces_other: '{{number}} places.',
    always: 'Ouvert jour et nuit.',
    hours: 'Horaires : {{hours}}.',
    height: 'Hauteur limitée à {{height}} m.',
    end: 'Tarif, horaires et itinéraire.',
    example: 'Un exemple, inventé pour la démonstration.',
    example_facts: 'Certaines de ces informations sont des exemples, inventés pour la démonstration.',
    rating: 'Noté {{rating}} sur 5 par {{number}} automobilistes.',
    tariff: 'Tarif',
    hours_head: 'Horaires',
    hours_unknown: 'Les horaires ne sont pas connus.',
    price_unknown: 'Le prix n’est pas connu.',
    way: 'Itinéraire',
    nearby: 'À proximité',
    source: 'Source : {{source}}, {{licence}}.',
  },
  list: {
    head: 'Parkings : {{where}}',
    description_one:
      '{{where}} : {{number}} parking, avec son adresse, ses horaires et son prix, frais et taxes compris.',
    description_other: '{{where}} : {{number}} parkings, avec adresses, horaires et prix, frais et taxes compris.',
    cities: 'Villes',
  },
  titled: '{{head}} | {{brand}}',
  titled_page: '{{head}}, page {{page}} | {{brand}}',
  page_of: 'Page {{page}} sur {{pages}}.',
  type: {
    airport_one:
      '{{head}} : {{number}} aéroport, les parkings alentour, le trajet à pied et le prix complet d’une heure.',
    airport_other:
      '{{head}} : {{number}} aéroports, les parkings autour de chacun, le trajet à pied et le prix complet d’une heure.',
    city_one: '{{head}} : {{number}} ville, avec ses parkings et le prix complet d’une heure.',
    city_other: '{{head}} : {{number}} villes, grandes et petites, avec leurs parkings et le prix complet d’une heure.',
    stadium_one: '{{head}} : {{number}} stade, les parkings d’où l’on y va à pied et le prix complet d’une heure.',
    stadium_other: '{{head}} : {{number}} stades, les parkings d’où l’on y va à pied et le prix complet d’une heure.',
    station_one: '{{head}} : {{number}} gare, les parkings d’où l’on y va à pied et le prix complet d’une heure.',
    station_other: '{{head}} : {{number}} gares, les parkings d’où l’on y va à pied et le prix complet d’une heure.',
  },
  place: {
    some_one: '{{name}} : {{number}} parking à moins de {{km}} km.',
    some_other: '{{name}} : {{number}} parkings à moins de {{km}} km.',
    none: '{{name}} : aucun parking à moins de {{km}} km pour l’instant ; voyez les plus proches sur la carte.',
    from: 'Dès {{price}} l’heure, frais et taxes compris.',
    from_free: 'Certains sont gratuits pendant une heure.',
    end: 'Voyez les plus proches avec le trajet à pied, et réservez avant de partir.',
    away: '{{distance}}, {{minutes}} min à pied',
  },
  an_hour: '{{price}} l’heure',
  image: '{{brand}} : une place à vous avant de partir',
  scripts: 'La réservation, la carte et votre compte ont besoin de JavaScript. Ce que vous lisez ici s’en passe.',
  other_language: 'English',
  sections: 'Rubriques',
  on_map: 'Sur la carte',
}
