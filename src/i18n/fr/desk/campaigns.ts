import type {
  campaignLists as englishLists,
  campaignRecords as englishRecords,
  campaignWords as englishWords,
} from '#i18n/en/desk/campaigns.ts'
import type { Shape } from '#i18n/shape.ts'

export const campaignLists: Shape<typeof englishLists> = {
  push_notifications: {
    title: 'Notifications push',
    description: 'Messages aux appareils des clients qui ont accepté offres et actualités.',
    search: 'Titre',
    empty: 'Les messages aux appareils apparaissent ici dès que vous en créez.',
    create: 'Nouveau message',
    columns: {
      title: 'Titre',
      send_at: 'Heure',
      country: 'Pays',
      recipients: 'Destinataires',
      sent: 'Envoyés',
      clicked: 'Ouverts',
      timezone: 'Fuseau horaire',
    },
    filters: { country: 'Pays' },
    states: {
      draft: 'Brouillon',
      scheduled: 'Programmé',
      sending: 'En cours d’envoi',
      sent: 'Envoyé',
      cancelled: 'Annulé',
    },
  },
}

export const campaignWords: Shape<typeof englishWords> = {
  campaign_roles: { customers: 'Clients', staff: 'Personnel', everyone: 'Clients et personnel' },
  campaign_activities: { booking: 'A réservé une place', order: 'A commandé', any: 'A réservé ou commandé' },
}

export const campaignRecords: Shape<typeof englishRecords> = {
  push_notifications: {
    states: {
      draft: 'Brouillon',
      scheduled: 'Programmé',
      sending: 'En cours d’envoi',
      sent: 'Envoyé',
      cancelled: 'Annulé',
    },
    fields: {
      title: 'Titre (anglais)',
      title_fr: 'Titre (français)',
      text: 'Texte (anglais)',
      text_fr: 'Texte (français)',
      link: 'Page',
      role: 'À',
      country_code: 'Pays',
      city: 'Ville',
      branch: 'Point de service',
      branch_id: 'Point de service',
      activity: 'Dernière activité',
      within_days: 'Dans les derniers jours',
      status: 'Statut',
      waiting: 'En attente',
      skipped: 'Non envoyés',
      gone: 'Appareils désabonnés',
      failed: 'Appareils non joints',
      started_at: 'Début',
      ended_at: 'Fin',
    },
    tabs: { preview: 'Aperçu' },
    preview: {
      reach_one: '{{count}} personne reçoit ce message.',
      reach_other: '{{count}} personnes reçoivent ce message.',
      rules:
        'Seulement les personnes qui ont accepté offres et actualités et activé les notifications. Un message par jour au plus, et aucun la nuit là où elles se trouvent.',
    },
    hints: {
      link: 'Une page comme /marketplace. Laissez vide pour la page d’accueil.',
      country_code: 'Laissez vide pour tous les pays.',
      city: 'Les personnes qui y ont stationné ou commandé.',
      branch_id: 'Les personnes qui y ont commandé.',
      activity: 'Avec le nombre de jours ; laissez les deux vides pour tout le monde.',
      send_at: 'Envoyé peu à peu à partir de cette heure. La nuit, le message attend le matin du destinataire.',
    },
    actions: { schedule: 'Programmer', cancel: 'Annuler l’envoi' },
    effects: {
      schedule: 'Le message part à l’heure prévue vers tous ceux qui font alors partie du public.',
      cancel: 'Ceux qui ne l’ont pas encore reçu ne le recevront pas.',
      remove: 'Le brouillon est supprimé.',
    },
    done: {
      create: 'Le brouillon est créé. Vérifiez-le et le nombre de destinataires, puis programmez-le.',
      update: 'Le message est modifié. Programmez-le pour l’envoyer.',
      schedule: 'Le message est programmé.',
      cancel: 'L’envoi est annulé.',
      remove: 'Le brouillon est supprimé.',
    },
  },
}
