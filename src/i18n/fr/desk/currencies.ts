import type {
  currencyLists as englishLists,
  currencyRecords as englishRecords,
  currencyWords as englishWords,
} from '#i18n/en/desk/currencies.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les devises et leurs taux de change. */
export const currencyLists: Shape<typeof englishLists> = {
  currencies: {
    title: 'Devises',
    description:
      'Présentation des montants, arrondi en espèces et taux de change pour les totaux du tableau de bord. Chaque pays a sa devise.',
    search: 'Code ou nom',
    empty: 'Aucune devise.',
    columns: {
      code: 'Code',
      name: 'Nom',
      symbol: 'Symbole',
      position: 'Position',
      digits: 'Décimales',
      cash_step: 'Arrondi en espèces',
      latest_rate: 'Taux de change',
      latest_day: 'Taux du',
      is_crypto: 'Cryptomonnaie',
    },
  },
  exchange_rates: {
    title: 'Taux de change',
    description:
      'Valeur d’une devise dans une autre, par jour et par source. Ces taux sont conservés pour information : aucun prix ni total n’est converti.',
    search: 'Source',
    empty: 'Aucun taux de change.',
    columns: { day: 'Jour', currency: 'Devise', against: 'En', rate: 'Taux', source: 'Source' },
    filters: { currency: 'Devise', against: 'En' },
  },
}

export const currencyRecords: Shape<typeof englishRecords> = {
  currencies: {
    fields: {
      name: 'Nom (anglais)',
      name_fr: 'Nom (français)',
      against: 'Autre devise',
      rate: 'Taux de change',
      day: 'Jour',
      source: 'Source',
    },
    hints: {
      symbol: 'Pour les lecteurs du pays. Les autres voient le code.',
      digits: 'Décimales des montants ronds, de 0 à 2. Les autres montants en ont toujours deux.',
      cash_step: 'Le plus petit montant payé en espèces.',
      rate: 'La valeur d’une unité dans l’autre devise.',
      source: 'Où le taux est publié, par exemple le site d’une banque centrale.',
    },
    actions: { add_rate: 'Saisir un taux de change' },
    done: {
      update: 'Enregistré. Les pages en tiennent compte d’ici quelques secondes.',
      add_rate: 'Le taux de change est enregistré.',
    },
  },
  exchange_rates: {
    effects: { remove: 'Le tableau de bord utilisera le taux d’un jour antérieur. Aucun prix ni paiement ne change.' },
    done: { remove: 'Le taux de change est supprimé.' },
  },
}

export const currencyWords: Shape<typeof englishWords> = {
  symbol_sides: { language: 'Selon la langue du lecteur', left: 'À gauche', right: 'À droite' },
}
