import type { ExampleCategory } from './shop-item.ts'

const syrup = ['Vanilla syrup', 'Sirop de vanille', [300, 1, 200, 0.75]] as const
const cheese = ['Extra cheese', 'Supplément fromage', [500, 1.5, 300, 1.25]] as const

/** Goods and food of the example branches. */
export const exampleGoods: readonly ExampleCategory[] = [
  {
    slug: 'accessories',
    name: ['Accessories', 'Accessoires'],
    description: ['Brought to your bay or kept at the counter.', 'Apportés à votre place ou gardés au comptoir.'],
    work_group: 'counter',
    tax_class: 'standard',
    kind: 'good',
    items: [
      {
        slug: 'wiper-blades',
        name: ['Wiper blades', 'Balais d’essuie-glace'],
        description: [
          'A pair, for most cars. Fitted if you wish.',
          'Une paire, pour la plupart des voitures. Pose possible.',
        ],
        prices: [9_000, 24.99, 7_000, 19.99],
        extras: [['Fitting', 'Pose', [1_000, 5, 1_000, 5]]],
        featured: true,
      },
      {
        slug: 'screen-wash',
        name: ['Screen wash, 2 L', 'Lave-glace, 2 L'],
        description: ['Ready to use, down to −20 °C.', 'Prêt à l’emploi, jusqu’à −20 °C.'],
        prices: [2_500, 6.99, 2_000, 5.99],
      },
      {
        slug: 'phone-holder',
        name: ['Phone holder', 'Support de téléphone'],
        description: ['For the air vent, turns both ways.', 'Pour la grille d’aération, pivotant.'],
        prices: [6_000, 19.99, 5_000, 14.99],
      },
      {
        slug: 'sun-shade',
        name: ['Sun shade', 'Pare-soleil'],
        description: ['Folds flat, for the windscreen.', 'Pliable, pour le pare-brise.'],
        prices: [5_000, 17.99, 4_000, 14.99],
      },
      {
        slug: 'microfibre-cloths',
        name: ['Microfibre cloths', 'Chiffons microfibres'],
        description: ['Three cloths, washable.', 'Trois chiffons, lavables.'],
        prices: [2_500, 9.99, 2_000, 7.99],
      },
      {
        slug: 'first-aid-kit',
        name: ['First aid kit', 'Trousse de premiers secours'],
        description: ['In a bag that fits under the seat.', 'Dans un sac qui tient sous le siège.'],
        prices: [8_000, 29.99, 6_500, 24.99],
      },
      {
        slug: 'warning-triangle',
        name: ['Warning triangle and vest', 'Triangle et gilet'],
        description: ['Both in one bag.', 'Les deux dans un sac.'],
        prices: [5_000, 22.99, 4_500, 18.99],
      },
    ],
  },
  {
    slug: 'food',
    name: ['Food and drinks', 'Restauration'],
    description: ['Made when you order.', 'Préparée à la commande.'],
    work_group: 'kitchen',
    tax_class: 'food',
    kind: 'food',
    items: [
      {
        slug: 'coffee',
        name: ['Coffee', 'Café'],
        description: ['Freshly brewed.', 'Fraîchement préparé.'],
        prices: [1_500, 3.5, 1_000, 3.25],
        by: 'size',
        extras: [syrup],
        addons: ['butter-croissant'],
        featured: true,
      },
      {
        slug: 'tea',
        name: ['Tea', 'Thé'],
        description: [
          'Black, green or mint: say which in the note.',
          'Noir, vert ou à la menthe : précisez dans la note.',
        ],
        prices: [1_000, 3, 700, 2.75],
        by: 'size',
      },
      {
        slug: 'butter-croissant',
        name: ['Butter croissant', 'Croissant au beurre'],
        description: [
          'Baked this morning. Contains wheat, milk and egg.',
          'Cuit ce matin. Contient du blé, du lait et de l’œuf.',
        ],
        prices: [1_200, 3.75, 700, 3.5],
      },
      {
        slug: 'cheese-sandwich',
        name: ['Cheese sandwich', 'Sandwich au fromage'],
        description: ['Toasted. Contains wheat and milk.', 'Grillé. Contient du blé et du lait.'],
        prices: [3_000, 8.5, 2_000, 7.95],
        extras: [cheese],
      },
      {
        slug: 'chicken-wrap',
        name: ['Chicken wrap', 'Wrap au poulet'],
        description: [
          'With salad and yoghurt sauce. Contains wheat and milk.',
          'Avec salade et sauce au yaourt. Contient du blé et du lait.',
        ],
        prices: [4_000, 10.5, 2_500, 9.95],
        extras: [cheese],
      },
      {
        slug: 'fruit-salad',
        name: ['Fruit salad', 'Salade de fruits'],
        description: ['Cut to order.', 'Préparée à la commande.'],
        prices: [2_500, 6.95, 1_500, 6.5],
      },
      {
        slug: 'ice-cream',
        name: ['Ice cream', 'Glace'],
        description: [
          'Two scoops. It melts, so only at the counter. Contains milk.',
          'Deux boules. Elle fond : au comptoir uniquement. Contient du lait.',
        ],
        prices: [2_000, 5.95, 1_200, 5.5],
        takeawayOnly: true,
      },
    ],
  },
]
