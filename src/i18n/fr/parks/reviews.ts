import type { reviews as english } from '#i18n/en/parks/reviews.ts'
import type { Shape } from '#i18n/shape.ts'

export const reviews: Shape<typeof english> = {
  title: 'Avis',
  count_one: '{{number}} avis',
  count_other: '{{number}} avis',
  stars: 'Note : {{rating}} sur 5',
  none: 'Aucun avis pour l’instant. Après vous être garé ici, vous pourrez en laisser un sur la page de votre réservation.',
  own_only: 'Seuls les conducteurs qui se sont garés ici peuvent laisser un avis, un par réservation.',
  reply: 'Réponse de {{brand}}',
  more: 'Afficher plus d’avis',
  loading: 'Chargement des avis',
  shop_own_only: 'Seuls les clients qui ont commandé ici peuvent donner leur avis, une fois par commande.',
  form: {
    stars: 'Votre note',
    star_one: '{{count}} étoile',
    star_other: '{{count}} étoiles',
    rating_1: 'Mauvais',
    rating_2: 'Médiocre',
    rating_3: 'Correct',
    rating_4: 'Bien',
    rating_5: 'Très bien',
    text: 'Que doivent savoir les autres conducteurs ?',
    text_hint: 'Par exemple l’accès, l’éclairage ou la place elle-même. {{most}} caractères au maximum.',
    public: 'Votre prénom et l’initiale de votre nom seront affichés.',
    send: 'Publier l’avis',
    thanks: 'Merci pour votre avis',
    thanks_text: 'Il est maintenant affiché sur la page du parking.',
    view: 'Voir mon avis',
  },
}
