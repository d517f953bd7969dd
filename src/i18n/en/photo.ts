export const photo = {
  add: 'Add a photo',
  take: 'Take a photo',
  again: 'Change photo',
  remove: 'Remove photo',
  preparing: 'Preparing your photo',
  failed: 'We couldn’t read this picture. Choose another one or remove it.',
}
