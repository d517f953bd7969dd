import type { news_push as english } from '#i18n/en/emails/news_push.ts'
import type { Shape } from '#i18n/shape.ts'

export const news_push: Shape<typeof english> = { stop: 'Ne plus en recevoir' }
