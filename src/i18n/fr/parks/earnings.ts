import type { earnings as english } from '#i18n/en/parks/earnings.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les calculateurs : ce que pourrait rapporter une place ou une borne. */
export const earnings: Shape<typeof english> = {
  space: {
    title: 'Vos chiffres',
    price: 'Prix par heure',
    hours: 'Heures disponibles par jour',
    days: 'Jours par mois',
    occupancy: 'Part de ces heures réservée',
    spaces: 'Places',
    result: 'par mois, avant vos frais et vos impôts',
    sum: '{{spaces}} × {{hours}} h × {{days}} jours × {{occupancy}} % × {{price}}',
    hours_sold: '{{hours}} heures réservées par mois',
  },
  charger: {
    title: 'Vos chiffres',
    power: 'Puissance de la borne',
    kwh: 'Énergie vendue par jour',
    kwh_hint: 'À {{power}} kW, cela fait {{hours}} de charge.',
    kwh_too_much: 'À {{power}} kW, vous pouvez vendre au plus {{most}} kWh par jour : c’est la valeur retenue.',
    price: 'Votre prix par kWh',
    cost: 'Votre coût par kWh',
    days: 'Jours par mois',
    result: 'par mois, électricité payée, avant les autres frais et les impôts',
    loss: 'par mois : à ces prix, vous perdez de l’argent sur chaque kWh',
    sum: '{{kwh}} kWh × {{days}} jours × ({{price}} − {{cost}})',
    sold: '{{kwh}} kWh vendus par mois pour {{amount}}',
    assumed:
      'Ces deux prix sont des exemples. Remplacez-les par votre prix de vente et par le coût indiqué sur votre facture d’électricité.',
  },
  country: 'Pays',
  city: 'Ville',
  no_city: 'Autre lieu',
  from_data:
    '{{city}} : le prix médian des {{parks}} parkings réservables chez nous est de {{median}} l’heure. La moitié d’entre eux facturent de {{low}} à {{high}}, hors frais et taxes.',
  all_examples: 'Tous ces prix sont inventés pour cette démonstration.',
  some_examples: '{{count}} de ces prix sont inventés pour cette démonstration.',
  no_data: 'Nous n’avons pas encore de prix pour ce lieu. Saisissez celui que vous avez en tête.',
  use_price: 'Utiliser {{price}}',
  disclaimer: 'C’est une estimation, pas une promesse. Vos revenus dépendent du nombre de conducteurs.',
  percent: '%',
  kw: 'kW',
  kwh_unit: 'kWh',
  out_of_range: 'Saisissez un nombre de {{least}} à {{most}}.',
  out_of_range_whole: 'Saisissez un nombre entier de {{least}} à {{most}}.',
}
