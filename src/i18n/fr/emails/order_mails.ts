/** The mails of an order. */
export const order_mails = {
  message_to_customer: {
    subject: 'Nouveau message au sujet de la commande {{number}}',
    title: 'Vous avez un nouveau message',
    intro: '{{branch}} vous a écrit au sujet de la commande {{number}}.',
    open: 'Lire le message',
  },
  message_to_branch: {
    subject: 'Commande {{number}} : le client a écrit',
    title: 'Un client attend une réponse',
    intro: 'Le client de la commande {{number}} ({{branch}}) vous a écrit.',
    open: 'Ouvrir la conversation',
  },
  unclaimed_message: {
    subject: 'Commande {{number}} : un message attend une réponse',
    title: 'Un client attend une réponse',
    intro:
      'Le client de la commande {{number}} a écrit à {{branch}}. Personne ne s’est encore chargé de la conversation.',
    open: 'Ouvrir la conversation',
  },
  pay_link: {
    subject: 'Commande {{number}} à payer',
    title: 'Il ne reste plus qu’à payer votre commande',
    intro:
      '{{branch}} a pris votre commande et vous a tout réservé. Connectez-vous avec cette adresse e-mail et payez avec votre portefeuille, que vous pouvez créditer sur la même page. Sans paiement dans le délai, la commande est annulée et rien ne vous est débité.',
  },
  substitute_offered: {
    subject: 'Remplacement à confirmer : commande {{number}}',
    title: '{{branch}} vous propose un remplacement',
    intro:
      '{{branch}} vous propose un autre article à la place d’un article de votre commande. Il coûte {{amount}} de plus que ce que vous avez payé. Connectez-vous avec cette adresse e-mail pour confirmer et payer la différence depuis votre portefeuille. Sans réponse de votre part, votre commande reste inchangée et rien n’est débité.',
  },
  substituted: {
    subject: 'Un article a été remplacé : commande {{number}}',
    title: 'Un article de votre commande a été remplacé',
    intro: '{{branch}} a remplacé un article de votre commande. Le reste de la commande est inchangé.',
  },
  placed: {
    subject: 'Commande passée : {{number}}',
    title: 'Votre commande est passée',
    intro: '{{branch}} a reçu votre commande et la confirmera sous peu. Votre numéro du jour est le {{token}}.',
  },
  accepted: {
    subject: 'Commande confirmée : {{number}}',
    title: 'Votre commande est confirmée',
    intro: '{{branch}} a accepté votre commande. Elle sera prête à l’heure indiquée ci-dessous.',
  },
  delayed: {
    subject: 'Votre commande a du retard : {{number}}',
    title: 'Votre commande prendra un peu plus de temps',
    intro: 'Nous en sommes désolés : {{branch}} a besoin de plus de temps. La nouvelle heure figure ci-dessous.',
  },
  ready: {
    subject: 'Votre commande est prête : {{number}}',
    title: 'Votre commande est prête',
    intro: 'Retirez-la chez {{branch}} en donnant le numéro {{number}} ou {{token}} au comptoir.',
  },
  ready_for_delivery: {
    subject: 'Votre commande est prête : {{number}}',
    title: 'Votre commande est prête',
    intro: '{{branch}} a préparé votre commande, qui partira bientôt.',
  },
  out_for_delivery: {
    subject: 'Votre commande est en route : {{number}}',
    title: 'Votre commande est en route',
    intro: 'À la remise, donnez le code affiché sur la page de la commande.',
  },
  delivered: {
    subject: 'Commande livrée : {{number}}',
    title: 'Votre commande a été livrée',
    intro: 'Un problème ? Contactez-nous avec votre numéro de commande.',
  },
  rejected: {
    subject: '{{branch}} n’a pas pu prendre votre commande : {{number}}',
    title: 'Votre commande n’a pas été acceptée',
    intro:
      'Nous en sommes désolés : {{branch}} ne peut pas prendre votre commande. Tout ce que vous aviez payé a été remboursé sur votre portefeuille.',
  },
  not_answered: {
    subject: '{{branch}} n’a pas répondu à temps : {{number}}',
    title: 'Votre commande n’a pas été confirmée à temps',
    intro:
      'Nous en sommes désolés : {{branch}} n’a pas confirmé votre commande à temps. Tout ce que vous aviez payé a été remboursé sur votre portefeuille.',
  },
  canceled: {
    subject: 'Commande annulée : {{number}}',
    title: 'Votre commande est annulée',
    intro: 'Nous avons annulé votre commande. Tout ce que vous aviez payé a été remboursé sur votre portefeuille.',
  },
  canceled_by_branch: {
    subject: '{{branch}} a annulé votre commande : {{number}}',
    title: 'Votre commande a été annulée',
    intro:
      'Nous en sommes désolés : {{branch}} a dû annuler votre commande. Tout ce que vous aviez payé a été remboursé sur votre portefeuille.',
  },
  undeliverable: {
    subject: 'Votre commande n’a pas pu être livrée : {{number}}',
    title: 'Votre commande n’a pas pu être livrée',
    intro:
      'Ce que vous aviez payé pour les articles a été remboursé sur votre portefeuille. Les frais de livraison ne sont pas remboursés.',
  },
  not_collected: {
    subject: 'Commande non retirée : {{number}}',
    title: 'Votre commande a été annulée',
    intro:
      'Vous n’avez pas retiré votre commande dans les 24 heures suivant la fermeture. Les articles déjà payés sont remboursés sur votre portefeuille, moins {{kept}}. Les plats et les services ne sont pas remboursés.',
  },
  not_paid: {
    subject: 'Votre paiement est arrivé trop tard pour la commande {{number}}',
    title: 'Votre commande n’a pas été passée',
    intro:
      'Votre paiement est bien arrivé, mais votre commande chez {{branch}} n’était plus réservée. L’argent est sur votre portefeuille. Depuis la page de la commande, vous pouvez tout remettre dans votre panier.',
  },
  refunded: {
    subject: 'Remboursement de la commande {{number}}',
    title: 'Nous vous avons remboursé {{amount}}',
    intro: 'Nous avons remboursé {{amount}} de votre commande sur votre portefeuille.',
  },
  problem_refunded: {
    subject: 'Prestation remboursée : commande {{number}}',
    title: 'Nous vous avons remboursé {{amount}}',
    intro: '{{branch}} a remboursé la prestation que vous avez signalée. L’argent est sur votre portefeuille.',
  },
  problem_refused: {
    subject: 'Réponse à votre signalement : commande {{number}}',
    title: '{{branch}} a répondu à votre signalement',
    intro: '{{branch}} ne rembourse pas la prestation que vous avez signalée. Le motif figure ci-dessous.',
  },
  problem_not_answered: {
    subject: 'Prestation remboursée : commande {{number}}',
    title: 'Nous vous avons remboursé {{amount}}',
    intro:
      '{{branch}} n’a pas répondu à votre signalement sous 48 heures. Nous avons donc remboursé la prestation sur votre portefeuille.',
  },
  return_approved: {
    subject: 'Retour accepté pour la commande {{number}}',
    title: 'Vous pouvez rapporter vos articles',
    intro:
      '{{branch}} a accepté votre retour. Rapportez les articles sur place. Nous vous rembourserons dès leur réception.',
  },
  return_refused: {
    subject: 'Retour refusé pour la commande {{number}}',
    title: 'Votre retour n’a pas été accepté',
    intro: '{{branch}} ne peut pas reprendre les articles. Le motif figure ci-dessous.',
  },
  facts: {
    number: 'Commande',
    branch: 'Point de service',
    time: 'Heure',
    total: 'Total',
    payment: 'Paiement',
    pay_by: 'À payer avant',
    replaced: 'Votre article',
    substitute: 'Remplacé par',
    due: 'À payer',
    difference: 'Différence remboursée sur votre portefeuille',
    refunded: 'Remboursé sur votre portefeuille',
    reason: 'Motif',
  },
  in_cash: 'En espèces, à la remise',
  open: 'Voir la commande',
  pay: 'Payer maintenant',
  reasons: {
    parking_canceled: 'Votre réservation de stationnement {{code}} a été annulée',
    substituted: '{{substitute}} à la place de {{replaced}} (commande {{number}})',
    first_canceled: 'La commande {{number}}, que celle-ci complète, a été annulée',
    sold_out: 'Rupture de stock',
    too_busy: 'Trop de commandes en ce moment',
    closed: 'Fermé',
    address: 'Nous ne livrons pas à cette adresse',
    customer_away: 'Personne sur place',
    wrong_address: 'Adresse introuvable',
    refused: 'Le client a refusé la commande',
    no_code: 'Remise sans le code',
    left_there: 'Déposée à l’endroit convenu',
    given_to_other: 'Remise à une autre personne sur place',
  },
}
