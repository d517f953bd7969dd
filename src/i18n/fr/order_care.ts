import type { order_care as english } from '#i18n/en/order_care.ts'
import type { Shape } from '#i18n/shape.ts'

export const order_care: Shape<typeof english> = {
  back: 'Revenir à la commande',
  choose: 'Choisir…',
  photo: 'Photo',
  photo_failed: 'Impossible de charger cette photo.',
  rating: {
    title: 'Comment s’est passée votre commande ?',
    own: 'Votre note',
    branch: 'Votre note pour {{branch}}',
    text: 'Que doivent savoir les autres clients ?',
    item: 'Votre note pour {{item}}',
    item_text: 'Votre avis sur {{item}}',
    public:
      'Votre prénom et l’initiale de votre nom seront affichés sur les pages du point de service et des articles.',
    send: 'Envoyer ma note',
    sent: 'Merci pour votre avis.',
  },
  returns: {
    open: 'Retourner des articles',
    title: 'Retours',
    heading: 'Retourner des articles de la commande {{number}}',
    until: 'Vous pouvez retourner des articles {{until}}.',
    which: 'Quels articles souhaitez-vous retourner ?',
    most_one: '{{count}} article à retourner au maximum',
    most_other: '{{count}} articles à retourner au maximum',
    quantity: 'Quantité de {{item}}',
    choose: 'Choisissez au moins un article.',
    reason: 'Motif',
    choose_reason: 'Choisissez un motif.',
    reasons: {
      damaged: 'Abîmé ou défectueux',
      wrong_item: 'Mauvais article',
      not_as_described: 'Non conforme à la description',
      not_needed: 'Je n’en ai plus besoin',
      other: 'Autre motif',
    },
    note: 'Quel est le problème ?',
    photo_hint: 'Une photo du défaut aide le point de service à décider rapidement.',
    photo_alt: 'Votre photo des articles à retourner',
    what_next:
      '{{branch}} examine votre demande. Une fois celle-ci acceptée, rapportez les articles sur place : nous vous remboursons leur prix sur votre portefeuille.',
    send: 'Demander le retour',
    sent: 'Demande de retour envoyée. Nous vous tiendrons informé de la décision.',
    none: 'Aucun article de cette commande ne peut être retourné',
    none_text: 'Le délai de retour est passé, ou tout a déjà été renvoyé.',
    status: { requested: 'Demandé', approved: 'Accepté', refused: 'Refusé', refunded: 'Remboursé' },
    status_text: {
      requested: '{{branch}} examine votre demande.',
      approved:
        'Rapportez les articles à {{branch}}. Le remboursement est versé sur votre portefeuille à leur réception.',
      refused: '{{branch}} n’a pas accepté ce retour.',
      refunded: '{{branch}} a bien reçu les articles.',
    },
    refunded: '{{amount}} remboursés sur votre portefeuille.',
    answer: 'Réponse du point de service : {{answer}}',
  },
}
