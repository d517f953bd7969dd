import type {
  problemLists as englishLists,
  problemRecords as englishRecords,
  problemWords as englishWords,
} from '#i18n/en/desk/problems.ts'
import type { Shape } from '#i18n/shape.ts'

export const problemLists: Shape<typeof englishLists> = {
  prepared_replies: {
    title: 'Réponses types',
    description: 'Ce que vos points de service répondent souvent aux clients, à insérer d’un seul clic.',
    search: 'Nom ou texte',
    create: 'Nouvelle réponse type',
    empty: 'Préparez les réponses que vous envoyez souvent aux clients.',
    columns: { name: 'Nom', branch: 'Point de service', text: 'Texte' },
    filters: { branch: 'Point de service' },
  },
  order_problems: {
    title: 'Prestations signalées',
    description: 'Prestations non conformes selon les clients. Sans réponse dans les délais, elles sont remboursées.',
    search: 'Numéro de commande ou e-mail',
    empty: 'Les prestations signalées par les clients apparaissent ici.',
    columns: {
      order_number: 'Commande',
      status: 'État',
      item: 'Prestation',
      branch: 'Point de service',
      customer: 'Client',
      answer_by: 'À traiter avant',
      refunded: 'Remboursé',
      reported_at: 'Signalé le',
      timezone: 'Fuseau horaire',
    },
    filters: { branch: 'Point de service', order: 'Commande', reported: 'Signalé le' },
    states: {
      open: 'À traiter',
      refunded: 'Remboursé',
      refused: 'Non remboursé',
      not_answered: 'Remboursé, sans réponse',
    },
  },
}

export const problemRecords: Shape<typeof englishRecords> = {
  prepared_replies: {
    fields: { branch_id: 'Point de service', name: 'Nom', text: 'Texte (anglais)', text_fr: 'Texte (français)' },
    hints: { name: 'Affiché sur le bouton. Les clients ne le voient pas.' },
    done: { create: 'La réponse est prête à l’emploi.', remove: 'La réponse est supprimée.' },
  },
  order_problems: {
    fields: {
      text: 'Ce que dit le client',
      answer: 'Votre réponse',
      refundable: 'À rembourser',
      decided_at: 'Décidé le',
    },
    hints: { answer: 'Le client la reçoit par e-mail.' },
    actions: { refund: 'Rembourser', refuse: 'Ne pas rembourser' },
    effects: {
      refund:
        'Tout ce qui reste de cet article est remboursé tout de suite sur le portefeuille du client. Cette action est définitive.',
      refuse: 'Le client reçoit un e-mail avec votre réponse. Cette action est définitive.',
    },
    done: { refund: 'Remboursé sur le portefeuille du client.', refuse: 'Réponse envoyée.' },
    tabs: { photo: 'Photo' },
  },
}

export const problemWords: Shape<typeof englishWords> = { problem_states: problemLists.order_problems.states }
