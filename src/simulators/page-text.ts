import type { Outcome } from './stand-in.ts'

export type Language = 'en' | 'fr'

type Sentences = {
  title: (provider: string, product: string) => string
  badge: string
  notice: (provider: string) => string
  heading: (product: string) => string
  reference: string
  question: string
  outcomes: Record<Outcome, { label: string; hint: string }>
  closed: Record<Outcome, string>
  back: (product: string) => string
  missing: string
  missingHint: string
}

/** Texts of the simulated form in our page. */
export const formSentences: Record<
  Language,
  Record<'legend' | 'card' | 'bank' | 'number' | 'save' | 'hint' | 'declined', string>
> = {
  en: {
    legend: 'Stripe simulator',
    card: 'Card',
    bank: 'Bank account (takes several days)',
    number: 'Card number',
    save: 'Save payment details for future purchases',
    hint: 'No real money moves. 4242 4242 4242 4242 is accepted, any other card is declined.',
    declined: 'Your card has insufficient funds.',
  },
  fr: {
    legend: 'Simulateur Stripe',
    card: 'Carte',
    bank: 'Compte bancaire (plusieurs jours)',
    number: 'Numéro de carte',
    save: 'Enregistrer ce moyen de paiement pour la prochaine fois',
    hint: 'Aucun argent réel ne circule. 4242 4242 4242 4242 est acceptée, toute autre carte est refusée.',
    declined: 'Le solde de votre carte est insuffisant.',
  },
}

/** Texts of the simulated payment pages, separate from the product's catalogues. */
export const sentences: Record<Language, Sentences> = {
  en: {
    title: (provider, product) => `Pay ${product} · ${provider} simulator`,
    badge: 'Simulator',
    notice: (provider) => `This page simulates ${provider}. No real money moves.`,
    heading: (product) => `Payment to ${product}`,
    reference: 'Reference',
    question: 'Choose the payment’s outcome',
    outcomes: {
      success: { label: 'Pay', hint: 'The payment succeeds.' },
      failed: { label: 'Decline', hint: 'The card or account is declined.' },
      pending: { label: 'Leave pending', hint: 'The provider hasn’t decided yet. Come back to this page to decide.' },
      abandoned: { label: 'Leave without paying', hint: 'Nothing is charged. You can still pay on this page later.' },
    },
    closed: {
      success: 'This payment succeeded.',
      failed: 'This payment was declined.',
      pending: 'This payment is pending.',
      abandoned: 'This payment has expired.',
    },
    back: (product) => `Back to ${product}`,
    missing: 'Payment not found',
    missingHint: 'Simulated payments are deleted when the server restarts. Go back and start the payment again.',
  },
  fr: {
    title: (provider, product) => `Payer ${product} · simulateur ${provider}`,
    badge: 'Simulateur',
    notice: (provider) => `Cette page simule ${provider}. Aucun argent réel ne circule.`,
    heading: (product) => `Paiement à ${product}`,
    reference: 'Référence',
    question: 'Choisissez l’issue du paiement',
    outcomes: {
      success: { label: 'Payer', hint: 'Le paiement aboutit.' },
      failed: { label: 'Refuser', hint: 'La carte ou le compte est refusé.' },
      pending: {
        label: 'Laisser en attente',
        hint: 'Le prestataire n’a pas encore décidé. Revenez sur cette page pour décider.',
      },
      abandoned: { label: 'Quitter sans payer', hint: 'Rien n’est débité. Vous pourrez encore payer sur cette page.' },
    },
    closed: {
      success: 'Ce paiement a abouti.',
      failed: 'Ce paiement a été refusé.',
      pending: 'Ce paiement est en attente.',
      abandoned: 'Ce paiement a expiré.',
    },
    back: (product) => `Retour à ${product}`,
    missing: 'Paiement introuvable',
    missingHint:
      'Les paiements simulés sont supprimés au redémarrage du serveur. Revenez en arrière et recommencez le paiement.',
  },
}
