/** The page that the service worker shows without a network; browsers load no other sentence of it. */
export const offline = {
  title: 'You’re offline',
  text: 'This page needs a connection. Your saved passes open without one.',
  text_work: 'This page needs a connection. Your app works without one.',
  guard: 'Check passes',
  courier: 'Deliveries',
  counter: 'Counter',
  passes: 'View saved passes',
  retry: 'Try again',
}
