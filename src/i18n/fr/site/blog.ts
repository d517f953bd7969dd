import type { blog as english } from '#i18n/en/site/blog.ts'
import type { Shape } from '#i18n/shape.ts'

export const blog: Shape<typeof english> = {
  failed: 'Impossible de charger le blog. Veuillez réessayer.',
  post_failed: 'Impossible de charger l’article. Veuillez réessayer.',
  unknown: 'Aucun article ne correspond à cette adresse.',
  all: 'Tous les articles',
  all_tags: 'Tous les thèmes',
  topics: 'Thèmes',
  minutes_one: '{{count}} min de lecture',
  minutes_other: '{{count}} min de lecture',
  feed: 'S’abonner par RSS',
  around: 'Se garer à proximité',
  around_text: 'Les prix affichés sont le total pour vos horaires, frais et taxes compris.',
  more: 'À lire ensuite',
  none: 'Aucun article sur ce thème pour l’instant.',
}
