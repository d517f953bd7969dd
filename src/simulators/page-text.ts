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

/** What the hosted pages say. They belong to the stand-ins and not to the product, so they stand here. */
export const sentences: Record<Language, Sentences> = {
  en: {
    title: (provider, product) => `Pay ${product} · ${provider} stand-in`,
    badge: 'Stand-in',
    notice: (provider) =>
      `This page stands in for ${provider} on this machine. It is not ${provider}, and no real money moves.`,
    heading: (product) => `Payment to ${product}`,
    reference: 'Reference',
    question: 'How should this payment end?',
    outcomes: {
      success: { label: 'Pay', hint: 'The payment goes through.' },
      failed: { label: 'Have it refused', hint: 'The card or the account is declined.' },
      pending: { label: 'Leave it pending', hint: 'The provider has not decided yet; come back here to decide.' },
      abandoned: { label: 'Leave without paying', hint: 'Nothing is charged; this page still takes the payment.' },
    },
    closed: {
      success: 'This payment has gone through.',
      failed: 'This payment was refused.',
      pending: 'This payment is pending.',
      abandoned: 'This payment has expired.',
    },
    back: (product) => `Back to ${product}`,
    missing: 'There is no such payment here',
    missingHint: 'A stand-in forgets its payments when it is restarted. Go back and start the payment again.',
  },
  fr: {
    title: (provider, product) => `Payer ${product} · simulateur ${provider}`,
    badge: 'Simulateur',
    notice: (provider) =>
      `Cette page remplace ${provider} sur cet ordinateur. Ce n’est pas ${provider}, et aucun argent réel ne circule.`,
    heading: (product) => `Paiement à ${product}`,
    reference: 'Référence',
    question: 'Comment ce paiement doit-il se terminer ?',
    outcomes: {
      success: { label: 'Payer', hint: 'Le paiement aboutit.' },
      failed: { label: 'Faire refuser', hint: 'La carte ou le compte est refusé.' },
      pending: {
        label: 'Laisser en attente',
        hint: 'Le prestataire n’a pas encore tranché ; revenez ici pour décider.',
      },
      abandoned: { label: 'Quitter sans payer', hint: 'Rien n’est débité ; cette page accepte encore le paiement.' },
    },
    closed: {
      success: 'Ce paiement a abouti.',
      failed: 'Ce paiement a été refusé.',
      pending: 'Ce paiement est en attente.',
      abandoned: 'Ce paiement a expiré.',
    },
    back: (product) => `Retour à ${product}`,
    missing: 'Aucun paiement de ce nom ici',
    missingHint:
      'Un simulateur oublie ses paiements quand il redémarre. Revenez en arrière et recommencez le paiement.',
  },
}
