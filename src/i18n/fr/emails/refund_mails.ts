import type { refund_mails as english } from '#i18n/en/emails/refund_mails.ts'
import type { Shape } from '#i18n/shape.ts'

export const refund_mails: Shape<typeof english> = {
  begun: {
    subject: 'Retrait en cours : {{reference}}',
    title: 'Votre retrait est en cours',
    intro:
      'Le montant a quitté votre portefeuille. {{provider}} le renvoie vers votre moyen de paiement d’origine, ce qui peut prendre jusqu’à 10 jours ouvrés. En cas d’échec, il sera recrédité sur votre portefeuille et nous vous préviendrons par e-mail.',
  },
  done: {
    subject: 'Retrait effectué : {{reference}}',
    title: 'Votre retrait a été effectué',
    intro:
      '{{provider}} a envoyé le montant vers votre moyen de paiement d’origine. Il peut mettre jusqu’à 10 jours ouvrés à apparaître.',
  },
  failed: {
    subject: 'Échec du retrait : {{reference}}',
    title: 'Votre retrait a échoué',
    intro:
      '{{provider}} n’a pas pu envoyer le montant : il a été recrédité sur votre portefeuille. Vous pouvez l’utiliser ou réessayer.',
  },
  taken_back: {
    subject: 'Recharge remboursée : {{reference}}',
    title: 'Une recharge a été remboursée',
    intro:
      '{{provider}} a remboursé l’une de vos recharges vers votre moyen de paiement d’origine. Le montant a donc été retiré de votre portefeuille.',
  },
  disputed: {
    subject: 'Recharge annulée par votre banque : {{reference}}',
    title: 'Votre banque a annulé une recharge',
    intro:
      'Votre banque a demandé à {{provider}} la restitution d’une recharge. Le montant a donc été retiré de votre portefeuille.',
  },
  returned: {
    subject: 'Recharge recréditée : {{reference}}',
    title: 'Une recharge a été recréditée sur votre portefeuille',
    intro: 'Nous avons récupéré le montant de votre recharge annulée et l’avons recrédité sur votre portefeuille.',
  },
  adjusted: {
    subject: 'Correction de votre portefeuille',
    title: 'Nous avons corrigé votre portefeuille',
    added: 'Notre équipe a crédité votre portefeuille de {{amount}}.',
    taken: 'Notre équipe a débité votre portefeuille de {{amount}}.',
    question: 'Si vous ne vous y attendiez pas, contactez-nous : {{contact}}',
  },
  facts: {
    reference: 'Référence',
    payment: 'Recharge',
    amount: 'Montant',
    owed: 'Reste à régler',
  },
  owed: 'Le solde de votre portefeuille ne couvrait pas tout le montant. Le reste est réglé en premier lors de votre prochaine réservation dans cette devise, ou quand vous le souhaitez depuis votre portefeuille.',
  open: 'Voir mon portefeuille',
}
