import { Wallet } from 'lucide-react'
import { useWallet } from '#web/features/topup/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { pill, pillOnPaper } from './headerStyles.ts'

/** The wallet's balance in the header; only the label until it is loaded. */
export default function WalletChip() {
  const { t, locale } = useTranslation()
  const { data: wallet } = useWallet()
  const name = t('shell.nav.wallet')
  const balance = wallet && formatMoney(wallet.data.balance, wallet.data.currency, locale)
  return (
    // The accessible name contains the visible text, for voice control.
    <PageLink to={paths.wallet()} aria-label={balance && `${name} ${balance}`} className={cx(pill, pillOnPaper)}>
      <Wallet aria-hidden="true" />
      {balance ?? name}
    </PageLink>
  )
}
