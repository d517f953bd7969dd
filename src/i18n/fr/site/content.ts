import type { content as english, content_pages as englishPages } from '#i18n/en/site/content.ts'
import type { Shape } from '#i18n/shape.ts'

export const content: Shape<typeof english> = {
  links: {
    about: 'À propos',
    'get-started': 'Commencer',
    'how-parkwell-works': 'Comment ça marche',
    help: 'Nous contacter',
    blog: 'Blog',
    marketplace: 'Services',
    'vehicle-docs-renewal': 'Papiers auto',
    'business-accounts': 'Comptes professionnels',
    'car-park-management': 'Gestion de parkings',
    'electric-vehicle-charging': 'Recharge électrique',
    'rent-out-ev-charger': 'Louer votre borne',
    'subscription-plans': 'Formules',
    'book-demo': 'Réserver une démonstration',
    affiliates: 'Affiliation',
    careers: 'Recrutement',
    'media-coverage': 'Presse',
    'install-app': 'Installer l’application',
    terms: 'Conditions d’utilisation',
    'privacy-policy': 'Politique de confidentialité',
    'cancellation-policy': 'Conditions d’annulation',
  },
  company: 'L’entreprise',
}

/** What pages of content say, beside the links to them, which every footer has. */
export const content_pages: Shape<typeof englishPages> = {
  install: 'Installer {{brand}}',
  contents: 'Sur cette page',
  questions: 'Des questions ? <contact>Contactez-nous</contact>.',
  updated: 'Dernière mise à jour le {{date}}',
  services: 'Autres services',
}
