/** What surrounds the texts: blog, help, pages of text. The texts themselves are in `content/`. */
export const content = {
  /** Of header, footer and menus. */
  links: {
    about: 'About Us',
    'get-started': 'Get Started',
    'how-parkwell-works': 'How it works',
    help: 'Contact Us',
    blog: 'Blog',
    marketplace: 'Marketplace',
    'vehicle-docs-renewal': 'Vehicle Docs',
    'business-accounts': 'Business accounts',
    'car-park-management': 'Car park management',
    'electric-vehicle-charging': 'EV charging',
    'rent-out-ev-charger': 'Rent out your EV charger',
    'subscription-plans': 'Plans',
    'book-demo': 'Book a demo',
    affiliates: 'Affiliates',
    careers: 'Careers',
    'media-coverage': 'Press',
    'install-app': 'Install the app',
    terms: 'Terms of use',
    'privacy-policy': 'Privacy policy',
    'cancellation-policy': 'Cancellation policy',
  },
  company: 'Company',
} as const

/** What pages of content say, beside the links to them, which every footer has. */
export const content_pages = {
  install: 'Install {{brand}}',
  contents: 'On this page',
  questions: 'Any questions? <contact>Contact us</contact>.',
  updated: 'Last updated {{date}}',
  services: 'Other services',
} as const
