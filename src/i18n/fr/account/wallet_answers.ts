import type { wallet_answers as english } from '#i18n/en/account/wallet_answers.ts'
import type { Shape } from '#i18n/shape.ts'

export const wallet_answers: Shape<typeof english> = {
  started: 'Continuez sur {{provider}} pour régler {{amount}}.',
  credited: 'Votre portefeuille a été crédité de {{amount}}.',
  pending:
    'Votre paiement n’est pas encore terminé. Votre portefeuille sera crédité dès que {{provider}} l’aura confirmé.',
  credited_partly:
    '{{provider}} a confirmé {{amount}} au lieu de {{requested}}. Votre portefeuille a été crédité de {{amount}}.',
  processing:
    'Votre banque traite encore le paiement, ce qui peut prendre plusieurs jours ouvrés. Votre portefeuille sera crédité dès que {{provider}} l’aura confirmé.',
  in_progress: 'La vérification du paiement est déjà en cours',
  provider_silent:
    '{{provider}} ne répond pas pour le moment. Votre portefeuille sera crédité dès que le paiement sera confirmé.',
  failed: 'Le paiement n’a pas abouti. Votre portefeuille n’a pas été crédité.',
  for_staff: 'Le paiement reçu ne correspond pas à la demande. Notre équipe s’en occupe.',
  orders: {
    paid: 'Votre paiement est arrivé et votre commande est passée.',
    already_paid: 'Votre commande était déjà payée : elle n’a pas été débitée une seconde fois.',
    not_covered: 'Le paiement ne couvre pas votre commande, qui n’est donc pas encore passée.',
    over: 'Le paiement est arrivé trop tard : votre commande n’était plus réservée et n’a pas été passée.',
    canceled: 'Vous aviez déjà annulé cette commande quand le paiement est arrivé. Elle n’a donc pas été passée.',
    failed: 'Un problème de notre côté nous a empêchés de passer votre commande.',
  },
  bookings: {
    paid: 'Votre paiement est arrivé et votre place est réservée.',
    booked_again:
      'Votre paiement est arrivé et votre place est réservée. La réservation temporaire avait expiré : la réservation porte donc un nouveau code.',
    already_paid: 'Votre réservation était déjà payée : elle n’a pas été débitée une seconde fois.',
    not_covered: 'Le paiement ne couvre pas le prix de la place, qui n’est donc pas encore réservée.',
    no_space:
      'Votre réservation temporaire a expiré avant l’arrivée du paiement, et il ne reste plus de place à ces horaires.',
    price_changed:
      'Votre réservation temporaire a expiré avant l’arrivée du paiement, et le prix a augmenté. Nous n’avons pas réservé : vous ne payez jamais plus que le prix affiché.',
    not_offered:
      'Votre réservation temporaire a expiré avant l’arrivée du paiement, et ce parking ne peut plus être réservé à ces horaires.',
    over: 'Le paiement est arrivé après la fin des horaires choisis. La place n’a donc pas été réservée.',
    cancelled: 'Vous aviez déjà renoncé à cette place quand le paiement est arrivé. Elle n’a donc pas été réservée.',
    failed: 'Un problème de notre côté nous a empêchés de finaliser votre réservation.',
  },
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
    amount: 'Le montant payé chez {{provider}} ne correspond pas au montant enregistré.',
    currency: 'Le paiement chez {{provider}} est dans une autre devise que celle demandée. Rien n’a été crédité.',
    state: '{{provider}} et nos livres ne s’accordent pas sur le paiement : effectué ou non.',
    account: 'Ce paiement concernait une autre recharge et n’a pas été crédité.',
    reference: '{{provider}} ne reconnaît plus ce paiement, alors qu’il nous en avait donné la référence.',
    unknown_payment: '{{provider}} a un paiement qui ne figure pas dans nos livres.',
    missing_payment: 'Nous avons crédité un paiement qui ne figure pas chez {{provider}}.',
    refund_at_provider:
      'Un remboursement a été fait directement chez {{provider}}. Il a été retiré du portefeuille ; ce qui manquait a été ajouté au montant dû.',
    refund_amount: 'Le remboursement chez {{provider}} ne correspond pas au montant demandé.',
    unknown_refund: '{{provider}} a remboursé un paiement qui ne figure pas dans nos livres.',
    missing_refund: 'Ce remboursement est enregistré comme envoyé, mais ne figure pas chez {{provider}}.',
    fee: '{{provider}} indique désormais d’autres frais pour ce paiement. Nos livres conservent les premiers.',
    dispute: 'La banque du payeur conteste ce paiement.',
    unknown_payout: '{{provider}} a un versement qui ne figure pas dans nos livres.',
    missing_payout: 'Ce versement est enregistré comme envoyé, mais ne figure pas chez {{provider}}.',
    unknown_return:
      'Un versement est revenu chez {{provider}}, mais leur écriture ne correspond à aucun de nos versements. Rien n’a été comptabilisé.',
    payout_amount: 'Le versement chez {{provider}} ne correspond pas au montant envoyé.',
    payout_state: '{{provider}} et nos livres ne s’accordent pas sur l’arrivée de ce versement.',
  },
  advice: {
    amount:
      'Le portefeuille a été crédité du montant réellement payé. Retrouvez le paiement chez {{provider}}, interrogez le conducteur sur l’écart et remboursez-y ce qui a été payé par erreur.',
    currency: 'Remboursez le paiement chez {{provider}} et demandez au conducteur de refaire une recharge.',
    state:
      'Retrouvez le paiement chez {{provider}}. S’il a été payé sans figurer dans le portefeuille, remboursez-le là-bas. S’il figure dans le portefeuille sans avoir été payé, contactez l’assistance de {{provider}} avec les deux références.',
    account:
      'Vérifiez chez {{provider}} quelle carte a été débitée. Remboursez-y le paiement et demandez au conducteur de refaire une recharge.',
    reference:
      'Contactez l’assistance de {{provider}} avec sa propre référence. Rien n’a été crédité ; si le paiement a abouti, il le sera automatiquement.',
    unknown_payment:
      'Vérifiez s’il appartient à une autre entreprise sur le même compte. Sinon, remboursez-le chez {{provider}}.',
    missing_payment:
      'Contactez l’assistance de {{provider}} avec les deux références. Ne retirez rien du portefeuille tant que ce n’est pas résolu.',
    refund_at_provider: 'Vérifiez qui a fait le remboursement et pourquoi, et notez-le. Nos livres sont déjà corrects.',
    refund_amount:
      'Comparez le remboursement chez {{provider}} avec le nôtre. Envoyez-y ce qui manque, ou réclamez le trop-perçu à son assistance.',
    unknown_refund:
      'Vérifiez chez {{provider}} qui a fait le remboursement, et si le paiement appartient à une autre entreprise sur le même compte.',
    missing_refund:
      'Interrogez l’assistance de {{provider}} sur ce remboursement. S’il n’a jamais été envoyé, faites-le là-bas : le conducteur l’attend.',
    fee: 'Comparez avec la facture de {{provider}} et comptabilisez l’écart avec cette facture.',
    dispute:
      'Répondez à la banque chez {{provider}} avant la date limite, avec l’historique et le reçu de la réservation. Clôturez ce point une fois la décision rendue.',
    unknown_payout:
      'Vérifiez chez {{provider}} qui l’a envoyé, à qui, et s’il appartient à une autre entreprise sur le même compte. Sinon, changez immédiatement les clés de {{provider}}.',
    missing_payout:
      'Interrogez l’assistance de {{provider}} sur ce versement. Ne le renvoyez pas avant d’avoir la confirmation qu’il n’est jamais parti.',
    unknown_return:
      'Retrouvez l’annulation chez {{provider}} grâce à sa référence, puis le versement concerné d’après son montant et son bénéficiaire. Si c’est un des nôtres, il sera comptabilisé dès que {{provider}} l’affichera comme annulé ; sinon, contactez leur assistance avec les deux références.',
    payout_amount:
      'Comparez le versement chez {{provider}} avec le nôtre, et réglez l’écart avec le bénéficiaire par une correction.',
    payout_state:
      'Retrouvez le versement chez {{provider}}. S’il est revenu, marquez-le comme retourné ; s’il est arrivé, contactez l’assistance avec les deux références.',
  },
  refunds: {
    pending:
      '{{amount}} ont été retirés de votre portefeuille. L’envoi se fera dès que le prestataire de paiement aura répondu.',
    processing: '{{amount}} sont en cours d’envoi. Votre banque peut mettre jusqu’à 10 jours ouvrés.',
    done: '{{amount}} ont été envoyés vers votre moyen de paiement d’origine. Le versement peut mettre jusqu’à 10 jours ouvrés à apparaître.',
    failed: 'Le prestataire de paiement n’a pas pu envoyer l’argent. Il a été recrédité sur votre portefeuille.',
  },
  lines: {
    top_up: 'Recharge',
    top_up_of: 'Recharge par {{subject}}',
    booking: 'Stationnement',
    booking_of: 'Stationnement, réservation {{subject}}',
    extension: 'Prolongation',
    extension_of: 'Prolongation, réservation {{subject}}',
    overstay_of: 'Dépassement, réservation {{subject}}',
    returned_of: 'Débit annulé, réservation {{subject}}',
    due_of: 'Montant dû, réservation {{subject}}',
    refund: 'Remboursement',
    refund_of: 'Remboursement, réservation {{subject}}',
    goodwill_of: 'Geste commercial, réservation {{subject}}',
    sent_back_of: 'Retrait, {{subject}}',
    come_back_of: 'Retrait échoué, recrédité, {{subject}}',
    taken_back_of: 'Recharge remboursée par le prestataire de paiement, {{subject}}',
    disputed_of: 'Recharge annulée par votre banque, {{subject}}',
    dispute_won_of: 'Recharge annulée, recréditée, {{subject}}',
    debt_paid_of: 'Montant dû, recharge annulée {{subject}}',
    order: 'Commande',
    order_of: 'Commande {{subject}}',
    ticket: 'Billet d’événement',
    ticket_of: 'Billet d’événement {{subject}}',
    document: 'Document du véhicule',
    document_of: 'Document du véhicule {{subject}}',
    adjustment: 'Correction de notre équipe',
    adjustment_of: 'Correction de notre équipe, {{subject}}',
    document_refund_of: 'Remboursement, documents du véhicule {{subject}}',
    order_refund_of: 'Remboursement, commande {{subject}}',
    order_release: 'Commande terminée',
    order_release_of: 'Commande terminée, {{subject}}',
    provider_fee: 'Frais du prestataire de paiement',
    provider_fee_of: 'Frais du prestataire de paiement, {{subject}}',
    document_release: 'Frais de document reversés',
    document_release_of: 'Frais de document reversés, demande {{subject}}',
    settlement: 'Règlement',
    payout: 'Versement',
    payout_of: 'Versement {{subject}}',
    statement_of: 'Relevé {{subject}}',
    settlement_of: 'Règlement {{subject}}',
    counter: 'Payé au comptoir',
    counter_of: 'Payé au comptoir, {{subject}}',
    paid_out_of: 'Remboursé au comptoir, réservation {{subject}}',
    cash: 'Espèces',
    cash_of: 'Espèces du service {{subject}}',
    park_merge_of: 'Repris du parking fusionné {{subject}}',
  },
}
