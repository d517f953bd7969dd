import type { payout_mails as english } from '#i18n/en/emails/payout_mails.ts'
import type { Shape } from '#i18n/shape.ts'

/** Mails about what operators and branches are paid. */
export const payout_mails: Shape<typeof english> = {
  open: 'Ouvrir votre solde',
  paid: {
    subject: 'Nous vous avons versé {{amount}}',
    title: 'Votre versement de {{amount}}',
    intro: 'Nous avons versé {{amount}} sur le compte {{account}} de {{payee}} (versement {{number}}).',
    note: 'Votre banque peut mettre un jour ou deux à l’afficher. Le relevé détaille chaque réservation et commande.',
  },
  failed: {
    subject: 'Votre versement de {{amount}} a échoué',
    title: 'Votre versement a échoué',
    intro:
      'Nous n’avons pas pu verser {{amount}} sur le compte {{account}} de {{payee}} (versement {{number}}). Nous vous devons toujours ce montant.',
    note: 'Veuillez vérifier les coordonnées de votre compte. Votre prochain versement comprendra ce montant.',
  },
  part_returned: {
    subject: '{{amount}} de votre versement nous ont été retournés',
    title: 'Une partie de votre versement nous a été retournée',
    intro:
      '{{amount}} du versement {{number}} sur le compte {{account}} de {{payee}} nous ont été retournés. Nous vous devons de nouveau ce montant.',
    note: 'Veuillez vérifier les coordonnées de votre compte. Votre prochain versement comprendra ce montant.',
  },
  account_changed: {
    subject: 'Le compte de vos versements a changé',
    title: 'Un nouveau compte pour vos versements',
    intro:
      'Quelqu’un a défini le compte {{account}} pour les versements à {{payee}}. Nous y versons à partir du {{day}}.',
    note: 'Ce n’était ni vous ni un collègue ? Répondez tout de suite à cet e-mail, et nous suspendrons les versements.',
  },
  account_refused: {
    subject: 'Nous ne pouvons pas verser sur votre compte',
    title: 'Votre compte a été refusé',
    intro:
      'Nous ne pouvons pas utiliser le compte {{account}} pour les versements à {{payee}}. Veuillez en saisir un autre.',
    note: 'Nous vous devons toujours votre solde.',
  },
  identity_refused: {
    subject: 'Nous n’avons pas pu confirmer qui nous payons',
    title: 'Veuillez renvoyer vos informations',
    intro: 'Nous n’avons pas pu confirmer l’identité de {{payee}} : nous ne pouvons pas encore vous payer.',
    note: 'Nous vous devons toujours votre solde.',
  },
  negative: {
    subject: 'Votre solde est négatif',
    title: 'Votre solde est de {{amount}}',
    intro:
      'Les remboursements et les espèces que vous avez gardées dépassent les gains de {{payee}} : le solde est négatif depuis 60 jours et s’élève à {{amount}}.',
    note: 'De nouvelles ventes le réduisent. Contactez-nous si vous souhaitez le régler.',
  },
}
