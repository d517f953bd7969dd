import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { grace, quoteMinutes, windowRules } from '#contract/bookings.ts'
import { currencies, topUpLimits, walletFactor } from '#contract/money.ts'
import { pageConfig } from '#web/lib/config.ts'
import { formatMoney } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/Table.tsx'
import { LegalPage, useLegal } from './LegalPage.tsx'

/** The contract's own least length of a password. */
const passwordLength = 8

export default function TermsPage() {
  const { terms, cancellation } = useLegal()
  const { i18n } = useTranslation()
  const money = (amount: number, currency: (typeof currencies)[number]) => formatMoney(amount, currency, i18n.language)
  return (
    <LegalPage
      text={terms}
      values={{
        password: passwordLength,
        quote: quoteMinutes,
        least: windowRules.least_min,
        most: windowRules.most_min / (24 * 60),
        ahead: windowRules.ahead_days,
        arrival: grace.arrival_min,
        end: grace.end_min,
      }}
      without={pageConfig.demo || pageConfig.simulated_payments ? [] : ['demo']}
      extras={{
        wallet: (
          <div className="mt-4">
            <DataTable
              caption={terms.table.caption}
              columns={[
                { key: 'currency', head: terms.table.currency, cell: (currency) => currency, rowHead: true },
                {
                  key: 'least',
                  head: terms.table.least,
                  cell: (currency) => money(topUpLimits[currency].least, currency),
                  align: 'end',
                },
                {
                  key: 'most',
                  head: terms.table.most,
                  cell: (currency) => money(topUpLimits[currency].most, currency),
                  align: 'end',
                },
                {
                  key: 'wallet',
                  head: terms.table.wallet,
                  cell: (currency) => money(topUpLimits[currency].most * walletFactor, currency),
                  align: 'end',
                },
              ]}
              rows={currencies}
              rowKey={(currency) => currency}
            />
          </div>
        ),
        cancel: (
          <Link
            to={paths.cancellation()}
            className="mt-2 inline-flex min-h-11 items-center font-semibold text-act underline underline-offset-4"
          >
            {cancellation.title}
          </Link>
        ),
      }}
    />
  )
}
