import { Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useWallet } from '#web/features/topup/api.ts'
import { formatMoney } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { pill, pillOnPaper } from './headerStyles.ts'

/** The wallet's balance in the header; the word alone while it is not known. */
export default function WalletChip() {
  const { t, i18n } = useTranslation()
  const { data: wallet } = useWallet()
  return (
    <Link to={paths.wallet()} aria-label={t('shell.nav.wallet')} className={cx(pill, pillOnPaper)}>
      <Wallet aria-hidden="true" />
      {wallet === undefined
        ? t('shell.nav.wallet')
        : formatMoney(wallet.data.balance, wallet.data.currency, i18n.language)}
    </Link>
  )
}
