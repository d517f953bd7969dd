/** What a page of an earlier release says that is still open. */
export const app_update = {
  text: 'There is a new version. Reload the page to go on.',
  reload: 'Reload',
} as const
