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
    'Les exemples sont les parkings dont certaines informations sont fictives et les paiements passés par un prestataire de test.',
  steps: 'D’une étape à l’autre',
  step: 'Étape',
  count: 'Nombre',
  percent: 'Par rapport à l’étape précédente',
  by_day: 'Recherches, pages, prix et réservations par jour',
  orders_by_day: 'Commandes par jour',
  top_ups_by_day: 'Recharges par jour',
  rows: 'Par jour, pays et appareil',
  how: 'Notre méthode',
  how_text:
    'Les jours vont de minuit à minuit UTC. Le comptage se fait sur nos serveurs, sans cookies ni adresses IP, et les robots sont exclus. Une recherche correspond à un lieu, un texte ou un pays : filtrer, trier ou déplacer la carte n’en crée pas de nouvelle. Essayer d’autres horaires demande un nouveau prix à chaque fois : il peut donc y avoir plus de prix que de pages. Les réservations et les commandes comptent le jour où elles ont été passées, les recharges le jour où elles ont été lancées.',
}

const steps = {
  search: 'Recherches',
  park_page: 'Pages de parkings',
  quote: 'Prix demandés',
  booking: 'Réservations',
  order: 'Commandes',
  top_up_started: 'Recharges lancées',
  top_up_completed: 'Recharges abouties',
}

export const analyticsLists: Shape<typeof englishLists> = {
  analytics: {
    title: 'Statistiques',
    description:
      'Le parcours des visiteurs sur le site, de la recherche à la réservation, les commandes, et du lancement d’une recharge à son paiement.',
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
