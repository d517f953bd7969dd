import type { deskOperator as words } from '#i18n/en/desk_operator.ts'
import type { Shape } from '#i18n/shape.ts'

export const deskOperator: Shape<typeof words> = {
  groups: { people: 'Société', system: 'Historique' },
  dashboard: {
    today: {
      nothing: 'Aucune réservation aujourd’hui, ni aux mêmes heures d’hier et d’il y a une semaine.',
    },
  },
  analytics: {
    funnels: {
      parking: {
        title: 'De la page vue à la réservation',
        by_day: 'Pages de parkings, prix demandés et réservations par jour',
        how: 'Essayer d’autres horaires dans un parking demande un nouveau prix à chaque fois : il peut donc y avoir plus de prix que de pages. Les réservations comptent le jour où elles ont été faites.',
      },
    },
  },
  notices: { empty_text: 'Ce qui demande votre attention apparaît ici.' },
  lists: {
    parks: {
      title: 'Mes parkings',
      description: 'Horaires, tarifs, places et photos de vos parkings.',
      search: 'Nom, adresse ou code',
      empty: 'Vos parkings apparaissent ici une fois votre demande ou votre annonce acceptée.',
      states: { listed: 'Non réservables' },
    },
    bookings: {
      title: 'Mes réservations',
      description: 'Les réservations des conducteurs dans vos parkings.',
      search: 'Code de réservation, parking ou montant',
    },
    gate_scans: { title: 'À l’entrée' },
    partners: {
      title: 'Ma société',
      description: 'Les coordonnées de votre société, ses parkings et ses équipes.',
      empty: 'Votre société apparaît ici.',
    },
    payouts: {
      title: 'Mes versements',
      description: 'Ce que nous vous avons versé et ce qui est en cours.',
      search: 'Numéro ou montant',
    },
    payees: {
      title: 'Mon solde',
      description: 'Ce que nous vous devons, vos conditions et le compte que nous créditons.',
    },
    statements: {
      title: 'Mes relevés',
      description: 'Ce qui a été vendu pour vous, période par période, avec notre commission et vos versements.',
    },
    owed: {
      title: 'Mes revenus',
      description:
        'Ce que les réservations de chaque parking ont rapporté depuis votre dernier relevé, après remboursements, hors frais et taxes.',
      search: 'Parking ou code',
      columns: { owed: 'Gagné' },
    },
    reports_settlements: {
      description: 'Vos relevés et leurs totaux : les ventes faites pour vous, les retenues et les versements.',
    },
    analytics: {
      description:
        'Comment les conducteurs trouvent et réservent vos parkings : pages vues, prix demandés et réservations.',
    },
    audit: {
      title: 'Modifications',
      description: 'Qui a modifié quoi dans vos parkings, et quand. Les entrées sont conservées 24 mois.',
      empty: 'Vos modifications, celles de vos collègues et celles de notre équipe apparaissent ici.',
    },
  },
}
