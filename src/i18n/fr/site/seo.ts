import type { seo as english } from '#i18n/en/site/seo.ts'
import type { Shape } from '#i18n/shape.ts'

export const seo: Shape<typeof english> = {
  announcement: {
    label: 'Annonce',
    close: 'Fermer cette annonce',
    cookies: 'Nous n’enregistrons que ce qu’il faut au site pour fonctionner. Aucun traceur.',
  },
  park: {
    where: '{{name}}, {{address}}.',
    hour: '{{price}} pour une heure, frais et taxes compris.',
    hour_posted: '{{price}} pour une heure, selon le tarif affiché.',
    hour_free: 'La première heure est gratuite.',
    spaces_one: '{{number}} place.',
    spaces_other: '{{number}} places.',
    always: 'Ouvert 24 h/24.',
    hours: 'Horaires : {{hours}}.',
    end: 'Tarif, horaires et itinéraire.',
    example: 'Un exemple inventé pour cette démonstration.',
    example_facts: 'Certaines informations sont inventées pour cette démonstration.',
  },
  list: {
    head: 'Parkings : {{where}}',
    description_one:
      '{{where}} : {{number}} parking, avec son adresse, ses horaires et son prix, frais et taxes compris.',
    description_other: '{{where}} : {{number}} parkings, avec adresses, horaires et prix, frais et taxes compris.',
  },
  titled: '{{head}} | {{brand}}',
  titled_page: '{{head}}, page {{page}} | {{brand}}',
  page_of: 'Page {{page}} sur {{pages}}.',
  type: {
    airport_one:
      '{{head}} : {{number}} aéroport, avec les parkings alentour, le temps de marche et le prix total d’une heure.',
    airport_other:
      '{{head}} : {{number}} aéroports, avec les parkings alentour, le temps de marche et le prix total d’une heure.',
    city_one: '{{head}} : {{number}} ville, avec ses parkings et le prix total d’une heure.',
    city_other: '{{head}} : {{number}} villes, avec leurs parkings et le prix total d’une heure.',
    stadium_one: '{{head}} : {{number}} stade, avec les parkings accessibles à pied et le prix total d’une heure.',
    stadium_other: '{{head}} : {{number}} stades, avec les parkings accessibles à pied et le prix total d’une heure.',
    station_one: '{{head}} : {{number}} gare, avec les parkings accessibles à pied et le prix total d’une heure.',
    station_other: '{{head}} : {{number}} gares, avec les parkings accessibles à pied et le prix total d’une heure.',
  },
  place: {
    some_one: '{{name}} : {{number}} parking à moins de {{distance}}.',
    some_other: '{{name}} : {{number}} parkings à moins de {{distance}}.',
    none: '{{name}} : aucun parking à moins de {{distance}} pour l’instant. Voyez les plus proches sur la carte.',
    from: 'Dès {{price}} l’heure, frais et taxes compris.',
    from_day: 'Dès {{price}} la journée, frais et taxes compris.',
    from_free: 'Certains sont gratuits pendant une heure.',
    end: 'Comparez les temps de marche et réservez avant de partir.',
  },
  events: {
    head: 'Événements à venir',
    head_in: 'Événements à venir {{where}}',
    description:
      '{{name}}, {{when}}, {{venue}}, {{city}}. Réservez un parking à proximité pour tout l’événement, à un prix connu d’avance.',
  },
  shop: {
    marketplace: 'Lavage, pneus, accessoires et repas à votre place. Commandez en ligne, en livraison ou en retrait.',
    marketplace_in:
      'Lavage, pneus, accessoires et repas à votre place {{where}}. Prix toutes taxes comprises, en livraison ou en retrait.',
    category:
      '{{category}} {{where}} : {{number}} au choix, au prix toutes taxes comprises et avec le prochain créneau.',
    item: '{{item}} à {{city}} pour {{price}} toutes taxes comprises. {{description}}',
    item_from: '{{item}} à {{city}} dès {{price}} toutes taxes comprises. {{description}}',
    branch: '{{name}}, {{address}}, {{city}}. Horaires, conditions de livraison et tout ce que vous pouvez commander.',
    example: 'Exemple inventé pour cette démonstration.',
  },
  blog: 'Blog',
  image: '{{brand}} : votre place, réservée avant de partir',
}
