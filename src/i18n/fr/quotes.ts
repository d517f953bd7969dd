import type { quotes as english } from '#i18n/en/quotes.ts'
import type { Shape } from '#i18n/shape.ts'

export const quotes: Shape<typeof english> = {
  lines: {
    parking: 'Stationnement',
    discount: 'Code promo',
    goodwill: 'Pris en charge par nous',
    fee: 'Frais',
    tax: 'Taxe',
  },
}
