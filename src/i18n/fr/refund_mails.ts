import type { refund_mails as english } from '#i18n/en/refund_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const refund_mails: Shape<typeof english> = {
  begun: {
    subject: 'Votre argent est en route : {{reference}}',
    title: 'Votre argent est en route',
    intro:
      'Il a quitté votre portefeuille et repart, par {{provider}}, là d’où il venait. Une banque peut mettre jusqu’à dix jours ouvrés. En cas d’échec, il revient dans votre portefeuille et nous vous écrivons.',
  },
  done: {
    subject: 'Votre argent a été renvoyé : {{reference}}',
    title: 'Votre argent a été renvoyé',
    intro: '{{provider}} l’a renvoyé là d’où il venait. Une banque peut mettre jusqu’à dix jours ouvrés à l’afficher.',
  },
  failed: {
    subject: 'Votre argent n’a pas pu être renvoyé : {{reference}}',
    title: 'Votre argent est de nouveau dans votre portefeuille',
    intro: '{{provider}} n’a pas pu le renvoyer. Vous pouvez le dépenser, ou réessayer depuis votre portefeuille.',
  },
  taken_back: {
    subject: 'Une recharge a été renvoyée : {{reference}}',
    title: 'Une recharge a été renvoyée',
    intro: '{{provider}} a renvoyé l’une de vos recharges là d’où elle venait ; elle a donc quitté votre portefeuille.',
  },
  disputed: {
    subject: 'Votre banque a repris une recharge : {{reference}}',
    title: 'Votre banque a repris une recharge',
    intro: 'Votre banque a réclamé l’argent d’une recharge à {{provider}} ; il a donc quitté votre portefeuille.',
  },
  returned: {
    subject: 'Une recharge est de nouveau dans votre portefeuille : {{reference}}',
    title: 'Une recharge est de nouveau dans votre portefeuille',
    intro: 'Ce qui avait été repris de votre recharge nous est revenu, et donc à vous.',
  },
  facts: {
    reference: 'Référence',
    payment: 'Recharge',
    amount: 'Montant',
    owed: 'Reste dû',
  },
  owed: 'Votre portefeuille ne contenait pas toute la somme. Ce qui est dû est réglé en premier lors de votre prochaine réservation dans cette devise, ou dès que vous le payez depuis votre portefeuille.',
  open: 'Ouvrir mon portefeuille',
}
