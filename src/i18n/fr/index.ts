import type { en } from '#i18n/en/index.ts'
import type { Shape } from '#i18n/shape.ts'
import { accounts } from './accounts.ts'
import { errors } from './errors.ts'
import { mails } from './mails.ts'
import { pages } from './pages.ts'
import { wallet_answers } from './wallet_answers.ts'

export const fr: Shape<typeof en> = { accounts, errors, mails, pages, wallet_answers }
