import type {
  catalogueLists as englishLists,
  catalogueRecords as englishRecords,
  catalogueWords as englishWords,
} from '#i18n/en/desk/catalogue.ts'
import type { Shape } from '#i18n/shape.ts'

export const catalogueLists: Shape<typeof englishLists> = {
  item_categories: {
    title: 'Catégories d’articles',
    description: 'Groupes d’articles, dans l’ordre où les clients les voient.',
    search: 'Nom ou adresse',
    empty: 'Les catégories que vous créez apparaissent ici.',
    create: 'Nouvelle catégorie',
    columns: {
      name: 'Nom',
      picture: 'Image',
      slug: 'Adresse sur le site',
      work_group: 'Travail',
      items: 'Articles',
      position: 'Position',
      is_example: 'Exemple',
      created_at: 'Création',
    },
    filters: { work_group: 'Travail' },
    states: { active: 'Actives', inactive: 'Inactives' },
  },
  item_attributes: {
    title: 'Caractéristiques',
    description: 'Ce qui distingue les déclinaisons d’un article, comme la taille ou la catégorie de véhicule.',
    search: 'Nom ou code',
    empty: 'Les caractéristiques que vous créez apparaissent ici.',
    create: 'Nouvelle caractéristique',
    columns: {
      name: 'Nom',
      code: 'Code',
      values: 'Valeurs',
      items: 'Articles',
      is_vehicle_class: 'Catégorie de véhicule',
      created_at: 'Création',
    },
    filters: {},
  },
  taxes: {
    title: 'Taxes',
    description: 'Taux de taxe par lieu et par catégorie, avec leur source et leur période de validité.',
    search: 'Code, nom ou État',
    empty: 'Aucun taux. Sans taux pour ce qu’il vend, un point de service ne peut pas être activé.',
    create: 'Nouveau taux',
    columns: {
      code: 'Code',
      name: 'Nom',
      class: 'Catégorie',
      country: 'Pays',
      state: 'État ou province',
      city: 'Ville',
      type: 'Type',
      percent: 'Taux (%)',
      amount: 'Montant par unité',
      valid_from: 'Valable à partir du',
      valid_to: 'Dernier jour',
      source: 'Source',
      source_date: 'Consultée le',
      is_example: 'Exemple',
    },
    filters: { country: 'Pays', class: 'Catégorie', example: 'Exemple' },
    states: { current: 'En vigueur', coming: 'À venir', over: 'Passés' },
  },
}

export const catalogueRecords: Shape<typeof englishRecords> = {
  item_categories: {
    fields: {
      name: 'Nom (anglais)',
      name_fr: 'Nom (français)',
      description: 'Description (anglais)',
      description_fr: 'Description (français)',
      status: 'Statut',
    },
    hints: {
      work_group: 'Ce qui réalise le travail pour ces articles et peut être complet.',
      slug: 'Fin de l’adresse après /marketplace, par exemple wash. Elle ne peut plus être modifiée.',
    },
    actions: { activate: 'Activer', deactivate: 'Désactiver', up: 'Monter', down: 'Descendre' },
    done: {
      activate: 'La catégorie est active.',
      deactivate: 'La catégorie est inactive. Les clients ne voient plus ses articles.',
      up: 'Catégorie montée.',
      down: 'Catégorie descendue.',
      create: 'La catégorie est créée. Activez-la pour l’afficher.',
      remove: 'La catégorie est supprimée.',
    },
  },
  item_attributes: {
    fields: {
      name: 'Nom (anglais)',
      name_fr: 'Nom (français)',
      value_codes: 'Codes des valeurs',
      value_names: 'Valeurs (anglais)',
      value_names_fr: 'Valeurs (français)',
    },
    hints: {
      code: 'Un nom court pour les exports, comme taille. Il ne peut plus être modifié.',
      value_codes: 'Un par ligne, dans l’ordre proposé aux clients, par exemple petit.',
      value_names: 'Une par ligne, dans l’ordre des codes.',
      value_names_fr: 'Une par ligne, dans l’ordre des codes.',
    },
    done: { remove: 'La caractéristique est supprimée.' },
  },
  taxes: {
    fields: { country_code: 'Pays', name: 'Nom (anglais)', name_fr: 'Nom (français)', status: 'Statut', rate: 'Taux' },
    hints: {
      code: 'Un nom court qui reste le même quand le taux change, comme tva.',
      state: 'Son nom, ou son code comme ON. Laissez vide pour une taxe nationale.',
      city: 'Laissez vide, sauf s’il s’agit d’une taxe municipale.',
      rate: 'Un pourcentage comme 7,5, ou un montant par unité vendue dans la devise du pays.',
      valid_to: 'Laissez vide si le taux est valable jusqu’à nouvel ordre.',
      source: 'Où le taux est publié : une loi, un avis ou une adresse web.',
    },
    actions: { change: 'Remplacer le taux', end: 'Fixer le dernier jour' },
    effects: {
      change: 'Ce taux prend fin la veille du nouveau. Les commandes déjà passées gardent leurs taxes.',
      end: 'Dès le lendemain, les points de service concernés n’affichent plus ce qui n’a pas d’autre taux.',
      remove: 'Le taux n’est pas encore en vigueur. Aucune commande ne l’a utilisé.',
    },
    done: {
      change: 'Le nouveau taux est enregistré.',
      end: 'Le dernier jour est fixé.',
      create: 'Le taux est enregistré.',
      remove: 'Le taux est supprimé.',
    },
  },
}

export const catalogueWords: Shape<typeof englishWords> = {
  tax_classes: { standard: 'Normale', food: 'Alimentation', service: 'Services', exempt: 'Exonérée' },
  tax_kinds: { percentage: 'Pourcentage', fixed: 'Montant fixe' },
}
