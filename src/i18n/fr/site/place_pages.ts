import type { place_pages as english } from '#i18n/en/site/place_pages.ts'
import type { Shape } from '#i18n/shape.ts'

export const place_pages: Shape<typeof english> = {
  leads: {
    airport: 'Choisissez votre aéroport pour voir ses parkings et le prix d’une journée.',
    city: 'Choisissez une ville pour voir ses parkings et le prix d’une heure.',
    stadium: 'Choisissez un stade ou une salle pour voir les parkings accessibles à pied.',
    station: 'Choisissez une gare pour voir ses parkings, puis prenez le train.',
  },
  label: {
    airport: 'Aéroport, code ou ville',
    city: 'Ville ou village',
    stadium: 'Stade ou ville',
    station: 'Gare ou ville',
  },
  airport: {
    title: 'À l’aéroport',
    terminal: 'Au terminal {{terminal}}',
    shuttle: 'Avec navette',
  },
  nothing_text: 'Aucun lieu de ce nom {{where}}. Essayez le nom de la ville ou cherchez sur la carte.',
  none: 'Aucun lieu ici pour l’instant',
  none_text: 'Nous ne proposons pas encore de lieu de ce type {{where}}.',
  around_none: 'Aucun parking à moins de {{distance}} pour l’instant',
  around_none_text: 'Choisissez une ville pour voir ses parkings.',
  not_found_text: 'Vérifiez l’adresse et réessayez, ou cherchez le lieu par son nom.',
  from: 'dès {{price}} l’heure, frais et taxes compris',
  from_day: 'dès {{price}} la journée, frais et taxes compris',
  from_free: 'dont certains gratuits pendant une heure',
  nearest: 'Les parkings les plus proches',
  plural: { airport: 'Aéroports', city: 'Villes', stadium: 'Stades', station: 'Gares' },
  around_one: '{{number}} parking à moins de {{distance}}',
  around_other: '{{number}} parkings à moins de {{distance}}',
}
