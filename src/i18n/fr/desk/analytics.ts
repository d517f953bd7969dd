import type {
  analytics as english,
  analyticsLists as englishLists,
  analyticsWords as englishWords,
} from '#i18n/en/desk/analytics.ts'
import type { Shape } from '#i18n/shape.ts'

export const analytics: Shape<typeof english> = {
  country: 'Pays',
  all_countries: 'Tous les pays',
  data: 'Données',
  real: 'Réelles',
  examples: 'Exemples',
  examples_text:
    'Les exemples sont les parkings, points de service et articles dont certaines informations sont fictives, et les paiements passés par un prestataire de test.',
  step: 'Étape',
  count: 'Nombre',
  percent: 'Par rapport à l’étape précédente',
  funnels: {
    parking: {
      title: 'De la recherche à la réservation',
      by_day: 'Recherches, pages, prix et réservations par jour',
      how: 'Une recherche correspond à un lieu, un texte ou un pays : filtrer, trier ou déplacer la carte n’en crée pas de nouvelle. Essayer d’autres horaires demande un nouveau prix à chaque fois : il peut donc y avoir plus de prix que de pages. Les réservations comptent le jour où elles ont été faites.',
    },
    shop: {
      title: 'De l’article à la commande',
      by_day: 'Pages d’articles, paniers, passages en caisse et commandes par jour',
      how: 'Un panier est créé quand son premier article y est ajouté. Son passage en caisse compte à la première ouverture : y revenir plus tard ne compte pas de nouveau. Les commandes passées sur le site ou dans l’application comptent le jour où elles ont été passées ; celles prises par téléphone ou au comptoir ne comptent pas ici.',
    },
    top_ups: {
      title: 'Du lancement d’une recharge à son paiement',
      by_day: 'Recharges par jour',
      how: 'Les recharges comptent le jour où elles ont été lancées.',
    },
  },
  rows: 'Par jour, pays et appareil',
  how: 'Notre méthode',
  how_text:
    'Les jours vont de minuit à minuit UTC. Le comptage se fait sur nos serveurs, sans cookies ni adresses IP, et les robots sont exclus.',
}

const steps = {
  search: 'Recherches',
  park_page: 'Pages de parkings',
  quote: 'Prix demandés',
  booking: 'Réservations',
  item_page: 'Pages d’articles',
  cart: 'Paniers créés',
  checkout: 'Passages en caisse',
  order: 'Commandes',
  top_up_started: 'Recharges lancées',
  top_up_completed: 'Recharges abouties',
}

export const analyticsLists: Shape<typeof englishLists> = {
  analytics: {
    title: 'Statistiques',
    description:
      'Le parcours des visiteurs sur le site, de la recherche à la réservation, de l’article à la commande, et du lancement d’une recharge à son paiement.',
  },
  analytics_days: {
    title: 'Statistiques par jour',
    description: 'Les chiffres de chaque jour, par pays et par appareil.',
    search: 'Jour, par exemple 2026-11-21',
    empty: 'Les chiffres apparaissent ici quelques secondes après la première visite.',
    columns: { day: 'Jour', country: 'Pays', device: 'Appareil', example: 'Exemple', ...steps },
    filters: { country: 'Pays', device: 'Appareil', example: 'Exemple', day: 'Jour' },
  },
}

export const analyticsWords: Shape<typeof englishWords> = {
  analytics_steps: steps,
  devices: { phone: 'Téléphone', tablet: 'Tablette', desktop: 'Ordinateur', unknown: 'Inconnu' },
}
