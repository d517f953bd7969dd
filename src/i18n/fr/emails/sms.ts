import type { sms as english } from '#i18n/en/emails/sms.ts'
import type { Shape } from '#i18n/shape.ts'

export const sms: Shape<typeof english> = {
  test: 'Ceci est un message d’essai de {{product}}.',
  code: '{{code}} est votre code {{product}}. Il expire après {{time}}. Ne le donnez à personne.',
  code_of_account:
    '{{code}} vous connecte à votre compte {{product}}. Il expire après {{time}}. Ne le donnez à personne.',
  stop_by_reply: 'STOP pour arrêter.',
  stop_by_link: 'Arrêter : {{url}}',
  texts: {
    booked: '{{product}} : {{name}} réservé du {{from}} au {{to}} pour {{plate}}. Réservation {{code}}.',
    cancelled: '{{product}} : réservation {{code}} à {{name}} annulée. Remboursé sur votre portefeuille : {{amount}}.',
    cancelled_by_park:
      '{{product}} : {{name}} a annulé la réservation {{code}} du {{from}}. Remboursé sur votre portefeuille : {{amount}}.',
    event_cancelled:
      '{{product}} : événement annulé, ainsi que la réservation {{code}} à {{name}}. Remboursé sur votre portefeuille : {{amount}}.',
    moved: '{{product}} : votre nouvelle place est à {{name}}, du {{from}} au {{to}}. Réservation {{code}}.',
    rescheduled: '{{product}} : la réservation {{code}} à {{name}} va maintenant du {{from}} au {{to}}.',
    extend_failed:
      '{{product}} : impossible de prolonger la réservation {{code}} à {{name}}. Elle se termine le {{to}}.',
    parking_ends: '{{product}} : votre stationnement à {{name}} se termine à {{time}}. Prolonger : {{url}}',
    pay_link: '{{product}} : payez la commande {{number}} chez {{name}} avant le {{pay_by}} : {{url}}',
    substitute_offered:
      '{{product}} : {{name}} propose un remplacement dans la commande {{number}}. Répondez ici : {{url}}',
    accepted: '{{product}} : {{name}} a confirmé la commande {{number}} pour le {{time}}.',
    delayed: '{{product}} : {{name}} a besoin de plus de temps pour la commande {{number}}. Nouvelle heure : {{time}}.',
    ready: '{{product}} : la commande {{number}} est prête chez {{name}}. Votre numéro au comptoir : {{token}}.',
    out_for_delivery:
      '{{product}} : la commande {{number}} de {{name}} est en route. Préparez le code affiché sur sa page.',
    rejected:
      '{{product}} : {{name}} ne peut pas accepter la commande {{number}}. Tout paiement est remboursé sur votre portefeuille.',
    not_answered:
      '{{product}} : {{name}} n’a pas confirmé la commande {{number}} à temps. Tout paiement est remboursé sur votre portefeuille.',
    canceled_by_branch:
      '{{product}} : {{name}} a dû annuler la commande {{number}}. Tout paiement est remboursé sur votre portefeuille.',
    undeliverable:
      '{{product}} : la commande {{number}} de {{name}} n’a pas pu être livrée. Articles remboursés sur votre portefeuille.',
  },
  simulated: {
    title: 'Textos de développement',
    description:
      'Textos que ce serveur de développement aurait envoyés, du plus récent au plus ancien. Aucun n’est parti.',
    empty: 'Aucun texto pour l’instant.',
    from: 'De {{sender}} ({{provider}})',
    search: 'Afficher les textos envoyés au',
    show: 'Afficher',
  },
}
