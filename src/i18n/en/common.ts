/** Words that many screens share. */
export const common = {
  loading: 'Loading…',
  try_again: 'Try again',
  go_home: 'Go Home',
  close: 'Close',
  cancel: 'Cancel',
  edit: 'Edit',
  show_more: 'Show more',
  network_error: 'Network error. Please check your internet connection and try again.',
  something_wrong: 'Something went wrong',
  example: 'Example',
  example_hint: 'Demo data: not real information about this place.',
  free: 'Free',
  optional: 'optional',
  field_problem: '{{field}}: {{message}}',
  photo: {
    take: 'Take a photo',
    again: 'Change photo',
    remove: 'Remove photo',
    failed: 'We couldn’t read this picture. Choose another one.',
  },
  countries: { NG: 'Nigeria', CA: 'Canada', SN: 'Senegal', US: 'United States' },
} as const
