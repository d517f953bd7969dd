import type { wallet as english } from '#i18n/en/wallet.ts'
import type { Shape } from '#i18n/shape.ts'

export const wallet: Shape<typeof english> = {}
