import type { healthLists as lists, healthRecords as records, healthWords as words } from '#i18n/en/desk/health.ts'
import type { Shape } from '#i18n/shape.ts'

export const healthLists: Shape<typeof lists> = {
  mails: {
    title: 'E-mails',
    description: 'E-mails en attente, envoyés ou abandonnés après un jour. Personne ne peut en lire le contenu.',
    search: 'Adresse ou objet',
    empty: 'Les e-mails apparaissent ici dès qu’il y en a un.',
    columns: {
      subject: 'Objet',
      to_address: 'Destinataire',
      state: 'État',
      created_at: 'Créé le',
      sent_at: 'Envoyé le',
      attempts: 'Tentatives',
      next_attempt_at: 'Prochaine tentative',
      last_error: 'Dernière erreur',
    },
    filters: { to_address: 'Destinataire', error: 'Avec une erreur', created: 'Créé' },
    states: { waiting: 'En attente', sent: 'Envoyés', given_up: 'Abandonnés' },
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Ce que les prestataires de paiement nous ont signalé, et si cela a été traité.',
    search: 'Événement, référence ou référence du prestataire',
    empty: 'Les messages des prestataires de paiement apparaissent ici.',
    columns: {
      event_type: 'Événement',
      provider: 'Prestataire',
      reference: 'Référence',
      provider_reference: 'Référence du prestataire',
      state: 'État',
      received_at: 'Reçu le',
      processed_at: 'Traité le',
      attempts: 'Tentatives',
      last_error: 'Dernière erreur',
    },
    filters: { provider: 'Prestataire', received: 'Reçu' },
    states: { waiting: 'En attente', processed: 'Traités', failed: 'En échec' },
  },
  jobs: {
    title: 'Tâches automatiques',
    description: 'Ce qui tourne tout seul : la fréquence, la dernière exécution et les échecs.',
    search: 'Nom',
    empty: 'Les tâches apparaissent ici une minute après le démarrage du serveur.',
    columns: {
      name: 'Tâche',
      state: 'État',
      every_s: 'Intervalle (secondes)',
      finished_at: 'Dernière exécution',
      duration_ms: 'Durée (ms)',
      failed_at: 'Dernier échec',
      last_error: 'Erreur',
    },
    filters: {},
    states: { running: 'Actives', failed: 'En échec', late: 'En retard' },
  },
  reconciliations: {
    title: 'Jours rapprochés',
    description: 'Jours dont les paiements ont été comparés à la liste du prestataire, et écarts trouvés.',
    search: 'Prestataire',
    empty: 'Les jours apparaissent ici une fois rapprochés.',
    columns: {
      day: 'Jour',
      provider: 'Prestataire',
      listed: 'Paiements',
      differences: 'Écarts',
      started_at: 'Début',
      finished_at: 'Fin',
    },
    filters: { provider: 'Prestataire', unfinished: 'Inachevé' },
  },
  search_indexes: {
    title: 'Index de recherche',
    description: 'L’index de recherche de chaque processus du serveur, comparé aux parkings répertoriés dans la base.',
    search: 'Processus',
    empty: 'Les processus apparaissent ici quelques secondes après leur démarrage.',
    columns: {
      id: 'Processus',
      state: 'État',
      parks: 'Parkings dans l’index',
      listed: 'Parkings répertoriés',
      refreshed_at: 'À jour au',
      noted_at: 'Dernier relevé',
      started_at: 'Démarrage',
    },
    filters: {},
    states: { current: 'À jour', incomplete: 'Incomplets', late: 'En retard', reloading: 'En rechargement' },
  },
  park_imports: {
    title: 'Imports de parkings',
    description: 'L’origine des parkings : leur nombre par source et par pays, et la date du dernier import.',
    search: 'Source',
    empty: 'Les sources apparaissent ici après le premier import.',
    columns: {
      title: 'Source',
      source: 'Code',
      licence: 'Licence',
      country: 'Pays',
      parks: 'Parkings',
      observed_at: 'Dernière observation',
      imported_at: 'Dernier import',
    },
    filters: { country: 'Pays' },
  },
}

export const healthWords: Shape<typeof words> = {
  delivery_states: { waiting: 'En attente', sent: 'Envoyé', given_up: 'Abandonné' },
  webhook_states: { waiting: 'En attente', processed: 'Traité', failed: 'En échec' },
  index_states: { current: 'À jour', incomplete: 'Incomplet', late: 'En retard', reloading: 'En rechargement' },
  job_states: { running: 'Active', failed: 'En échec', late: 'En retard' },
}

export const healthRecords: Shape<typeof records> = {
  mails: { actions: { retry: 'Envoyer maintenant' }, done: { retry: 'L’e-mail partira dans quelques secondes.' } },
  search_indexes: {
    actions: { reload: 'Recharger' },
    done: { reload: 'Le processus rechargera son index dans la minute.' },
  },
  webhooks: {
    actions: { retry: 'Traiter de nouveau' },
    done: { retry: 'Le message sera traité dans quelques secondes.' },
  },
}
