import type { Outcome } from './stand-in.ts'

export type Language = 'en' | 'fr'

interface Sentences {
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

/** What can happen on the page of a simulated login; `other_method`: the address belongs to another login method. */
export const loginOutcomes = ['success', 'cancelled', 'disabled', 'not_enabled', 'other_method', 'failed'] as const
export type LoginOutcome = (typeof loginOutcomes)[number]

/** Texts of the page of a simulated login with Google or Apple. */
export const loginSentences: Record<
  Language,
  {
    title: (provider: string, product: string) => string
    notice: (provider: string) => string
    name: string
    email: string
    outcomes: Record<LoginOutcome, { label: string; hint: string }>
  }
> = {
  en: {
    title: (provider, product) => `Log in to ${product} · ${provider} simulator`,
    notice: (provider) => `This page simulates ${provider}. Choose who logs in and what happens.`,
    name: 'Name',
    email: 'Email address',
    outcomes: {
      success: { label: 'Log in', hint: 'The login succeeds, with a verified email address.' },
      cancelled: { label: 'Cancel', hint: 'Nobody logs in.' },
      disabled: { label: 'Disabled account', hint: 'The account is disabled in Firebase.' },
      not_enabled: { label: 'Provider not enabled', hint: 'The provider is switched off in Firebase.' },
      other_method: { label: 'Another login method', hint: 'The email address already logs in another way.' },
      failed: { label: 'Fail', hint: 'The provider’s response is invalid.' },
    },
  },
  fr: {
    title: (provider, product) => `Se connecter à ${product} · simulateur ${provider}`,
    notice: (provider) => `Cette page simule ${provider}. Choisissez qui se connecte et ce qui se passe.`,
    name: 'Nom',
    email: 'Adresse e-mail',
    outcomes: {
      success: { label: 'Se connecter', hint: 'La connexion aboutit, avec une adresse e-mail vérifiée.' },
      cancelled: { label: 'Annuler', hint: 'Personne ne se connecte.' },
      disabled: { label: 'Compte désactivé', hint: 'Le compte est désactivé dans Firebase.' },
      not_enabled: { label: 'Service non activé', hint: 'Ce mode de connexion est désactivé dans Firebase.' },
      other_method: { label: 'Autre mode de connexion', hint: 'Cette adresse e-mail se connecte déjà autrement.' },
      failed: { label: 'Échouer', hint: 'La réponse du service n’est pas valable.' },
    },
  },
}

/** Texts of the page on which the owner of a connected account enters everything. */
export const onboardingSentences: Record<
  Language,
  {
    title: (provider: string) => string
    notice: (provider: string) => string
    heading: (product: string) => string
    name: string
    done: { label: string; hint: string }
    later: { label: string; hint: string }
  }
> = {
  en: {
    title: (provider) => `Payout account · ${provider} simulator`,
    notice: (provider) => `This page simulates ${provider}. No real money moves, and nothing is checked.`,
    heading: (product) => `Set up payouts from ${product}`,
    name: 'Account holder',
    done: { label: 'Submit', hint: 'Everything has been entered: the account can be paid.' },
    later: { label: 'Finish later', hint: 'Details are missing, so the account can’t be paid yet.' },
  },
  fr: {
    title: (provider) => `Compte de versement · simulateur ${provider}`,
    notice: (provider) => `Cette page simule ${provider}. Aucun argent réel ne circule et rien n’est vérifié.`,
    heading: (product) => `Recevoir les versements de ${product}`,
    name: 'Titulaire du compte',
    done: { label: 'Envoyer', hint: 'Tout est renseigné : des versements sont possibles.' },
    later: {
      label: 'Terminer plus tard',
      hint: 'Il manque des informations : les versements ne sont pas encore possibles.',
    },
  },
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
