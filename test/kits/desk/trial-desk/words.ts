/** What the catalogues of both languages would have. */
export const lockerWords = {
  en: {
    list: {
      title: 'Lockers',
      description: 'Lockers for what drivers leave behind at a car park.',
      search: 'Name',
      empty: 'Lockers appear here once you create them.',
      create: 'New locker',
      columns: { name: 'Name', doors: 'Doors', opened_at: 'Set up' },
      filters: { opened: 'Set up' },
      states: { open: 'Open', locked: 'Locked' },
    },
    record: {
      actions: { lock: 'Lock', open: 'Unlock' },
      done: { lock: 'The locker is locked.', open: 'The locker is open.' },
    },
  },
  fr: {
    list: {
      title: 'Consignes',
      description: 'Consignes pour ce que les conducteurs laissent au parking.',
      search: 'Nom',
      empty: 'Les consignes que vous créez apparaissent ici.',
      create: 'Nouvelle consigne',
      columns: { name: 'Nom', doors: 'Portes', opened_at: 'Installée' },
      filters: { opened: 'Installée' },
      states: { open: 'Ouverte', locked: 'Verrouillée' },
    },
    record: {
      actions: { lock: 'Verrouiller', open: 'Ouvrir' },
      done: { lock: 'La consigne est verrouillée.', open: 'La consigne est ouverte.' },
    },
  },
} as const
