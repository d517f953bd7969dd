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
    fee: '{{provider}} annonce d’autres frais pour ce paiement qu’auparavant. Les livres ont les premiers.',
    dispute: 'La banque du payeur conteste ce paiement.',
  },
  advice: {
    amount:
      'Le portefeuille a ce qui a vraiment été payé. Retrouvez le paiement chez {{provider}} et demandez au conducteur d’où vient l’écart ; renvoyez-y ce que personne ne voulait payer.',
    currency: 'Renvoyez le paiement chez {{provider}} et demandez au conducteur de recharger à nouveau.',
    state:
      'Retrouvez le paiement chez {{provider}}. Ce qui y a été payé et n’est pas dans le portefeuille y est renvoyé ; ce qui est dans le portefeuille sans avoir été payé va à l’assistance de {{provider}}, avec les deux références.',
    account:
      'Cherchez chez {{provider}} à qui est la carte. Renvoyez-y le paiement et demandez au conducteur de recharger à nouveau.',
    reference:
      'Interrogez l’assistance de {{provider}} avec sa propre référence. Rien n’a été crédité ; ce qui aurait été payé malgré tout le sera, de lui-même.',
    unknown_payment:
      'Cherchez s’il appartient à une autre entreprise sur le même compte. Sinon, renvoyez-le chez {{provider}}.',
    missing_payment:
      'Interrogez l’assistance de {{provider}} avec les deux références. Tant que ce n’est pas clair, rien n’est repris du portefeuille.',
    refund_at_provider: 'Demandez qui l’a renvoyé et pourquoi, et notez-le. Les livres sont déjà justes.',
    refund_amount:
      'Comparez le remboursement chez {{provider}} avec le nôtre. Ce qui manque y est envoyé ; ce qui est de trop est réclamé à son assistance.',
    unknown_refund:
      'Cherchez chez {{provider}} qui l’a renvoyé, et si le paiement appartient à une autre entreprise sur le même compte.',
    missing_refund:
      'Réclamez ce remboursement à l’assistance de {{provider}}. S’il n’est jamais parti, envoyez-le là-bas : le conducteur l’attend.',
    fee: 'Comparez avec la facture de {{provider}} ; l’écart est passé dans les livres avec cette facture.',
    dispute:
      'Répondez à la banque chez {{provider}} avant la fin du délai, avec l’historique de la réservation et le reçu. Réglez ceci quand la banque a tranché.',
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
