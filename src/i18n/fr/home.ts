import type { home as english } from '#i18n/en/home.ts'
import type { Shape } from '#i18n/shape.ts'

/** The home page. */
export const home: Shape<typeof english> = {
  title_before: 'Une place ',
  title_yours: 'à vous',
  title_after: ' avant même de partir.',
  lead: 'Le prix de la liste est celui du reçu. Annulez jusqu’à l’arrivée : l’argent revient aussitôt.',
  lead_short: 'Un seul prix, de la liste au reçu.',
  places: 'Où allez-vous ?',
  all_places: 'Tous les parkings',
  places_failed: 'Les lieux n’arrivent pas pour le moment. La recherche ci-dessus fonctionne tout de même.',
  city: 'Se garer en ville',
  airport: 'Se garer à l’aéroport',
  how: 'Comment ça marche',
  how_price: 'Un seul prix',
  how_price_text:
    'Frais et taxes y sont compris dès la première liste. Un devis le garantit dix minutes, ligne par ligne.',
  how_space: 'Une place qui existe',
  how_space_text:
    'Elle est prise à l’instant même du paiement. Quand la dernière est partie, personne d’autre ne peut l’acheter.',
  how_back: 'Votre argent vous revient',
  how_back_text:
    'Un imprévu ? Annulez jusqu’au début, voyez d’abord ce qui vous revient, et retrouvez-le aussitôt dans votre portefeuille.',
  how_more: 'Comment annuler',
  owner: 'De la place chez vous ?',
  owner_text: 'Des conducteurs la cherchent. Proposez un parking, une cour ou une allée sur notre site partenaire.',
  owner_button: 'Proposer votre espace',
}
