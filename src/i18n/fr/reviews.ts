import type { reviews as english } from '#i18n/en/reviews.ts'
import type { Shape } from '#i18n/shape.ts'

export const reviews: Shape<typeof english> = {
  title: 'Avis',
  count_one: '{{number}} avis',
  count_other: '{{number}} avis',
  stars: 'Note : {{rating}} sur 5',
  none: 'Personne n’a encore donné son avis sur ce parking. Après un séjour, vous le pourrez sur la page de votre réservation.',
  own_only: 'Seuls les conducteurs qui s’y sont garés peuvent donner leur avis, une fois par séjour.',
  more: 'D’autres avis',
  loading: 'Chargement des avis',
  form: {
    stars: 'Vos étoiles',
    star_one: '{{count}} étoile',
    star_other: '{{count}} étoiles',
    rating_1: 'Mauvais',
    rating_2: 'Pas terrible',
    rating_3: 'Correct',
    rating_4: 'Bien',
    rating_5: 'Très bien',
    text: 'Que faut-il savoir ?',
    text_hint: 'L’accès, l’éclairage, la place elle-même. Au plus {{most}} caractères.',
    public: 'Il s’affiche avec votre prénom et l’initiale de votre nom.',
    send: 'Publier l’avis',
    thanks: 'Merci pour votre avis',
    thanks_text: 'Il figure maintenant sur la page du parking.',
    view: 'Voir mon avis',
  },
}
