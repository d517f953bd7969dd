import type { partnerLists as lists, partnerRecords as records, partnerWords as words } from '#i18n/en/desk/partners.ts'
import type { Shape } from '#i18n/shape.ts'

export const partnerLists: Shape<typeof lists> = {
  partners: {
    title: 'Exploitants',
    description: 'Les exploitants, leurs contacts, leurs parkings et les sommes dues pour leurs réservations.',
    search: 'Nom, e-mail ou code du parking',
    empty: 'Les exploitants apparaissent ici dès que vous en créez ou acceptez une demande.',
    create: 'Nouvel exploitant',
    columns: {
      name: 'Nom',
      country: 'Pays',
      email: 'E-mail',
      phone: 'Téléphone',
      website: 'Site web',
      parks: 'Parkings',
      people: 'Personnes',
      is_example: 'Exemple',
      created_at: 'Créé le',
    },
    filters: { country: 'Pays', example: 'Exemple' },
    states: { active: 'Actifs', inactive: 'Inactifs' },
  },
  owed: {
    title: 'Gains par parking',
    description:
      'Ce que les réservations de chaque parking ont rapporté depuis le dernier relevé de son exploitant, après remboursements, hors frais et taxes.',
    search: 'Parking, code ou exploitant',
    empty: 'Les montants apparaissent ici dès que des conducteurs paient leurs réservations.',
    columns: {
      park: 'Parking',
      park_code: 'Code',
      partner: 'Exploitant',
      country: 'Pays',
      bookings: 'Réservations',
      owed: 'Dû',
      is_example: 'Exemple',
      last_at: 'Dernière écriture',
    },
    filters: { partner: 'Exploitant', country: 'Pays' },
  },
  park_claims: {
    title: 'Demandes d’exploitants',
    description: 'Les personnes qui déclarent exploiter un parking. Vérifiez leur identité avant d’accepter.',
    search: 'E-mail, société, parking ou code',
    empty: 'Les demandes apparaissent ici dès que des exploitants en envoient.',
    columns: {
      park: 'Parking',
      city: 'Ville',
      country: 'Pays',
      company: 'Société',
      email: 'E-mail',
      phone: 'Téléphone',
      proof: 'Preuve',
      created_at: 'Demandé le',
      decided_at: 'Décidé le',
    },
    filters: { country: 'Pays', park: 'Parking', created: 'Demandé le' },
    states: { open: 'En attente', approved: 'Acceptées', refused: 'Refusées', withdrawn: 'Retirées' },
  },
  park_listings: {
    title: 'Annonces',
    description: 'Les places et les bornes proposées par des exploitants, visibles une fois acceptées.',
    search: 'E-mail, société, nom ou ville',
    empty: 'Les annonces apparaissent ici dès que des exploitants en envoient.',
    columns: {
      name: 'Nom',
      kind: 'Type',
      city: 'Ville',
      country: 'Pays',
      company: 'Société',
      email: 'E-mail',
      capacity: 'Places',
      created_at: 'Envoyée le',
      decided_at: 'Décidée le',
    },
    filters: { kind: 'Type', country: 'Pays', created: 'Envoyée le' },
    states: { open: 'En attente', approved: 'Acceptées', refused: 'Refusées', withdrawn: 'Retirées' },
  },
}

export const partnerWords: Shape<typeof words> = {
  claim_proofs: { code: 'Code envoyé par e-mail', staff: 'Vérifié par l’équipe' },
  listing_kinds: { space: 'Place', charger: 'Borne de recharge' },
  place_kinds: {
    driveway: 'Allée privée',
    garage: 'Parking couvert',
    surface: 'En plein air',
    underground: 'Souterrain',
    street: 'Dans la rue',
  },
  connectors: {
    type2: 'Type 2',
    type1: 'Type 1 (J1772)',
    ccs: 'CCS',
    nacs: 'NACS',
    chademo: 'CHAdeMO',
    socket: 'Prise domestique',
  },
  charge_units: { kwh: 'Au kWh', hour: 'À l’heure' },
}

const request = {
  states: { open: 'En attente', approved: 'Acceptée', refused: 'Refusée', withdrawn: 'Retirée' },
  fields: {
    state: 'État',
    message: 'Message',
    phone: 'Téléphone',
    partner: 'Exploitant',
    reason: 'Motif',
  },
  hints: { reason: 'Nous l’envoyons à l’exploitant : écrivez-le pour lui.' },
  actions: { approve: 'Accepter', refuse: 'Refuser' },
}

export const partnerRecords: Shape<typeof records> = {
  partners: {
    states: { active: 'Actif', inactive: 'Inactif' },
    fields: { status: 'État', country_code: 'Pays', changed_at: 'Modifié le', park: 'Parking' },
    hints: { park: 'Son code, son adresse sur notre site ou son identifiant.' },
    actions: {
      add_park: 'Ajouter un parking',
      remove_park: 'Retirer un parking',
      activate: 'Activer',
      deactivate: 'Désactiver',
    },
    done: {
      add_park: 'L’exploitant gère désormais ce parking.',
      remove_park: 'L’exploitant ne gère plus ce parking.',
      activate: 'L’exploitant est actif.',
      deactivate: 'L’exploitant est inactif.',
    },
  },
  park_claims: {
    ...request,
    fields: {
      ...request.fields,
      contact: 'Contact du parking',
      park_code: 'Code',
      has_contact: 'Contact publié',
      rivals: 'Autres demandes en attente',
    },
    hints: {
      ...request.hints,
      contact:
        'Cherchez-le sur le site ou le panneau de l’exploitant, jamais dans la demande. Nous y envoyons le code.',
    },
    actions: { ...request.actions, send_code: 'Envoyer un code' },
    done: {
      send_code: 'Le code part vers le contact du parking.',
      approve: 'Le parking revient à l’exploitant. Nous l’avons prévenu par e-mail.',
      refuse: 'La demande est refusée. Nous avons envoyé le motif par e-mail.',
    },
    effects: {
      approve: 'L’exploitant reçoit le parking et le droit de le gérer ici. N’acceptez que si vous savez qui il est.',
    },
  },
  park_listings: {
    ...request,
    fields: {
      ...request.fields,
      place_kind: 'Type de lieu',
      address: 'Adresse',
      position: 'Position',
      nearby: 'Parkings au même endroit',
      price_hour: 'Prix à l’heure',
      day_cap: 'Plafond journalier',
      connector: 'Prise',
      power_kw: 'Puissance (kW)',
      chargers: 'Bornes',
      price: 'Prix de la recharge',
      price_unit: 'Facturation',
    },
    done: {
      approve: 'L’annonce est en ligne. Nous avons prévenu l’exploitant par e-mail.',
      refuse: 'L’annonce est refusée. Nous avons envoyé le motif par e-mail.',
    },
    effects: { approve: 'Les conducteurs la trouvent aussitôt et peuvent réserver une place à son prix.' },
  },
}
