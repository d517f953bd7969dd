import { deskScreen } from '#contract/lists/screens.ts'

/** What is to be delivered now, by who has it. */
export const deliveryBoardScreen = deskScreen({
  name: 'delivery-board',
  permission: 'deliveries.view',
  menu: { group: 'orders', rank: 25, under: 'order-board' },
})
