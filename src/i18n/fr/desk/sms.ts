import type {
  smsLists as englishLists,
  smsRecords as englishRecords,
  smsWords as englishWords,
} from '#i18n/en/desk/sms.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les textos : leurs fournisseurs, et ceux qui ont été envoyés. */
export const smsLists: Shape<typeof englishLists> = {
  sms_gateway: {
    title: 'Passerelle SMS',
    description:
      'Fournisseur des textos de chaque pays, et leur coût du jour. Les clés restent sur le serveur et ne se modifient pas ici.',
    search: 'Pays',
    empty: 'Aucun pays ne reçoit de textos.',
    columns: {
      country: 'Pays',
      provider: 'Fournisseur',
      sender: 'Expéditeur',
      mode: 'Mode',
      daily_maximum: 'Maximum par jour',
      cost_today: 'Coût du jour',
      sent_today: 'Envoyés aujourd’hui',
      failed_today: 'Échecs aujourd’hui',
      last_response: 'Dernière réponse',
      last_response_at: 'Date de la dernière réponse',
    },
    filters: { provider: 'Fournisseur' },
    states: { active: 'Active', inactive: 'Inactive' },
  },
  sms_messages: {
    title: 'Textos',
    description: 'Les textos des 30 derniers jours. Personne ne peut en lire le contenu.',
    search: 'Numéro complet, avec le +',
    empty: 'Les textos apparaissent ici dès leur rédaction.',
    columns: {
      created_at: 'Rédigé',
      to_number: 'Destinataire',
      kind: 'Sujet',
      state: 'État',
      reason: 'Motif',
      provider: 'Fournisseur',
      parts: 'Parties',
      cost: 'Coût',
    },
    filters: { country: 'Pays', created: 'Rédigé' },
    states: {
      waiting: 'En attente',
      sending: 'Envoi en cours',
      sent: 'Envoyé',
      delivered: 'Reçu',
      failed: 'Échec',
      refused: 'Non envoyé',
      expired: 'Expiré',
      lost: 'Inconnu',
    },
  },
}

export const smsRecords: Shape<typeof englishRecords> = {
  sms_gateway: {
    states: { active: 'Active', inactive: 'Inactive' },
    fields: {
      secret: 'Clé',
      price: 'Prix par partie de message',
      part_price: 'Prix par partie de message',
      currency: 'Devise',
      is_active: 'Active',
    },
    hints: {
      sender:
        'Un nom, un numéro ou un numéro court enregistré chez le fournisseur, ou un service de messagerie de Twilio.',
      is_active: 'Sinon, personne dans ce pays ne reçoit de textos ni de codes.',
      price: 'Pris en compte jusqu’à ce que le fournisseur indique le coût d’un message.',
      daily_maximum:
        'Dès que les messages du jour ont coûté ce montant, plus aucun n’est envoyé jusqu’à minuit (temps universel).',
    },
    actions: { test: 'M’envoyer un message d’essai' },
    tabs: { sms_messages: 'Textos' },
    done: {
      update: 'Enregistré. Le prochain message en tient compte.',
      test: 'Le message d’essai est parti. Son résultat apparaît ci-dessous d’ici une minute.',
    },
  },
}

export const smsWords: Shape<typeof englishWords> = {
  sms_providers: { africastalking: 'Africa’s Talking', twilio: 'Twilio' },
  code_channels: { both: 'E-mail ou SMS', email: 'E-mail', sms: 'SMS' },
  gateway_modes: { live: 'Réel', sandbox: 'Essai', none: 'Aucune clé' },
  sms_kinds: { code: 'Code', test: 'Essai', booking: 'Réservation', order: 'Commande' },
  sms_states: {
    waiting: 'En attente',
    sending: 'Envoi en cours',
    sent: 'Envoyé',
    delivered: 'Reçu',
    failed: 'Échec',
    refused: 'Non envoyé',
    expired: 'Expiré',
    lost: 'Inconnu',
  },
}
