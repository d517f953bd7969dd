import type { home as english } from '#i18n/en/home.ts'
import type { Shape } from '#i18n/shape.ts'

/** The first screen of the home page. */
export const home: Shape<typeof english> = {
  title_before: 'Votre place, ',
  title_yours: 'réservée',
  title_after: ' avant de partir.',
  lead: 'Le prix affiché est le prix payé. Annulation gratuite jusqu’au début dans la plupart des parkings.',
  lead_short: 'Le prix affiché est le prix payé.',
  places: 'Où allez-vous ?',
  all_places: 'Tous les parkings',
  places_failed: 'Impossible de charger les lieux. La recherche ci-dessus reste possible.',
  bookable_one: '{{number}} parking à réserver',
  bookable_other: '{{number}} parkings à réserver',
  window_label: 'Quand vous garez-vous ?',
  window_kinds: { now: 'Maintenant', later: 'Plus tard', month: 'Au mois', event: 'Événement' },
}
