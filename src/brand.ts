/**
 * The product's name and every address that belongs to whoever runs it.
 * Replace them here and nowhere else.
 */
export const brand = {
  name: 'Parkwell',
  slug: 'parkwell',
  domain: 'parkwell.example',
  supportEmail: 'support@parkwell.example',
  mailFrom: 'Parkwell <no-reply@parkwell.example>',
  partnerSite: 'https://partners.parkwell.example',
  apps: {
    ios: 'https://apps.apple.com/app/parkwell',
    android: 'https://play.google.com/store/apps/details?id=example.parkwell.app',
  },
} as const
