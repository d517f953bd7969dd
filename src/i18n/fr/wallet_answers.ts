import type { wallet_answers as english } from '#i18n/en/wallet_answers.ts'
import type { Shape } from '#i18n/shape.ts'

export const wallet_answers: Shape<typeof english> = {
  started: 'Continuez sur {{provider}} pour régler {{amount}}.',
  credited: 'Votre portefeuille a été crédité de {{amount}}.',
  pending:
    'Le paiement n’est pas encore terminé. Votre portefeuille sera crédité dès que {{provider}} l’aura confirmé.',
  in_progress: 'La vérification du paiement est déjà en cours',
  provider_silent:
    '{{provider}} ne répond pas pour le moment. Nous continuons de l’interroger : votre portefeuille sera crédité dès que le paiement sera confirmé.',
  failed: 'Le paiement n’a pas abouti. Votre portefeuille n’a pas été crédité.',
  for_staff: 'Le paiement reçu ne correspond pas à la demande. Notre équipe s’en occupe et régularisera la situation.',
  columns: {
    created_at: 'Date (UTC)',
    kind: 'Type',
    description: 'Description',
    reference: 'Référence',
    amount: 'Montant',
    currency: 'Devise',
    balance_after: 'Solde après',
  },
  differences: {
    amount: 'Ce qui a été payé chez {{provider}} n’est pas le montant que nous avons.',
    currency:
      'Ce qui a été payé chez {{provider}} l’a été dans une autre devise que celle demandée. Rien n’a été crédité.',
    state: '{{provider}} et nous ne disons pas la même chose : payé, ou non.',
    account: 'Ce paiement a été fait pour une autre recharge, et n’a été crédité à personne.',
    reference: '{{provider}} ne connaît plus ce paiement, après lui avoir donné un nom.',
    unknown_payment: '{{provider}} a un paiement que personne n’a commencé ici.',
    missing_payment: 'Nous avons crédité un paiement que {{provider}} ne montre pas.',
    refund_at_provider:
      'De l’argent a été renvoyé chez {{provider}} même. Il a été repris du portefeuille ; ce qui y manquait est dû.',
    refund_amount: 'Ce que {{provider}} renvoie n’est pas ce que nous avons demandé.',
    unknown_refund: '{{provider}} a renvoyé l’argent d’un paiement que personne n’a commencé ici.',
    missing_refund: 'Pour nous, cet argent a été renvoyé ; {{provider}} ne montre aucun remboursement de ce genre.',
    fee: '{{provider}} annonce d’autres frais pour ce paiement qu’auparavant. Les livres ont les premiers. Les montants sont dans ses propres unités.',
    dispute: 'La banque du payeur conteste ce paiement. Il faut répondre à {{provider}}.',
  },
  refunds: {
    pending:
      '{{amount}} ont quitté votre portefeuille. Nous vous les renvoyons dès que le prestataire de paiement répond.',
    processing: '{{amount}} sont en route vers vous. Une banque peut mettre jusqu’à dix jours ouvrés.',
    done: '{{amount}} ont été renvoyés là d’où ils venaient. Une banque peut mettre jusqu’à dix jours ouvrés à les afficher.',
    failed: 'Le prestataire de paiement n’a pas pu renvoyer l’argent. Il est de nouveau dans votre portefeuille.',
  },
  lines: {
    top_up: 'Recharge',
    top_up_of: 'Recharge par {{subject}}',
    booking: 'Stationnement',
    booking_of: 'Stationnement, réservation {{subject}}',
    extension: 'Prolongation',
    extension_of: 'Prolongation, réservation {{subject}}',
    overstay_of: 'Dépassement, réservation {{subject}}',
    due_of: 'Montant dû, réservation {{subject}}',
    refund: 'Remboursement',
    refund_of: 'Remboursement, réservation {{subject}}',
    sent_back_of: 'Renvoyé là d’où il venait, {{subject}}',
    come_back_of: 'N’a pas pu être renvoyé, de nouveau ici, {{subject}}',
    taken_back_of: 'Renvoyé par le prestataire de paiement, {{subject}}',
    disputed_of: 'Repris par votre banque, {{subject}}',
    dispute_won_of: 'Rendu par votre banque, {{subject}}',
    debt_paid_of: 'Montant dû, paiement repris {{subject}}',
    order: 'Commande',
    order_of: 'Commande {{subject}}',
    ticket: 'Billet d’événement',
    ticket_of: 'Billet d’événement {{subject}}',
    document: 'Document du véhicule',
    document_of: 'Document du véhicule {{subject}}',
    adjustment: 'Correction de notre équipe',
    adjustment_of: 'Correction de notre équipe, {{subject}}',
  },
}
