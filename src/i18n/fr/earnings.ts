import type { earnings as english } from '#i18n/en/earnings.ts'
import type { Shape } from '#i18n/shape.ts'

/** Les calculateurs : ce que pourrait rapporter une place ou une borne. */
export const earnings: Shape<typeof english> = {
  space: {
    title: 'Vos chiffres',
    price: 'Prix d’une heure',
    hours: 'Heures proposées par jour',
    days: 'Jours par mois',
    occupancy: 'Part de ces heures occupée',
    spaces: 'Places',
    result: 'par mois, avant vos frais et vos impôts',
    sum: '{{spaces}} × {{hours}} h × {{days}} jours × {{occupancy}} % × {{price}}',
    hours_sold: '{{hours}} heures vendues par mois',
  },
  charger: {
    title: 'Vos chiffres',
    power: 'Puissance de la borne',
    kwh: 'Énergie vendue par jour',
    kwh_hint: 'À {{power}} kW, cela fait {{hours}} de charge.',
    kwh_too_much: 'À {{power}} kW, une journée ne contient pas plus de {{most}} kWh ; nous comptons cela.',
    price: 'Vous demandez par kWh',
    cost: 'Vous payez par kWh',
    days: 'Jours par mois',
    result: 'par mois, électricité payée, avant les autres frais et les impôts',
    loss: 'par mois : à ces prix, chaque kWh coûte plus qu’il ne rapporte',
    sum: '{{kwh}} kWh × {{days}} jours × ({{price}} − {{cost}})',
    sold: '{{kwh}} kWh vendus par mois pour {{amount}}',
    assumed: 'Ces deux prix sont des exemples à remplacer : les vôtres sont sur votre facture et dans votre tête.',
  },
  country: 'Pays',
  city: 'Ville',
  no_city: 'Un autre lieu',
  from_data:
    'À {{city}}, le prix médian des {{parks}} parkings réservables chez nous est de {{median}} l’heure ; la moitié d’entre eux demandent de {{low}} à {{high}}, hors frais et taxes.',
  all_examples: 'Tous ces prix sont des exemples créés pour la démonstration.',
  some_examples: '{{count}} de ces prix sont des exemples créés pour la démonstration.',
  no_data: 'Nous n’avons pas de prix pour ce lieu dans nos données : saisissez celui que vous avez en tête.',
  use_price: 'Prendre {{price}}',
  disclaimer: 'C’est un calcul, pas une promesse : personne ne peut dire à l’avance combien de conducteurs viendront.',
  percent: '%',
  kw: 'kW',
  kwh_unit: 'kWh',
  out_of_range: 'Merci d’indiquer un nombre de {{least}} à {{most}}.',
  out_of_range_whole: 'Merci d’indiquer un nombre entier de {{least}} à {{most}}.',
}
