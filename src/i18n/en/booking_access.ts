/** How to get in, on the page of a booking and in its emails. */
export const booking_access = {
  title: 'How to get in',
  entrance: 'Drive to the entrance.',
  entrance_named: 'Drive to the entrance: {{name}}.',
  other_entrance: 'You can use this entrance.',
  other_entrance_named: 'You can use this entrance: {{name}}.',
  gate_code: 'At the gate, enter this code:',
  level: 'Park here: {{level}}.',
} as const
