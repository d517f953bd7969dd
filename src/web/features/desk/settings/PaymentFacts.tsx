import { Fragment, useState } from 'react'
import { formatShortDay } from '#contract/days.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { formatMoney } from '#contract/money.ts'
import type { PaymentGateway } from '#contract/settings/payment-gateways.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Moment } from '#web/features/lists/Moment.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** The providers of each country: their keys, masked, and their last signs of life. */
export function PaymentFacts({ record }: { record: DeskRecord }) {
  const { gateways, is_open } = record as unknown as { gateways: readonly PaymentGateway[]; is_open: boolean }
  return (
    <ul className="grid gap-4">
      {gateways.map((gateway) => (
        <Card key={`${gateway.country} ${gateway.provider}`} as="li" padding="lg">
          <Gateway gateway={gateway} isOn={is_open && record[gateway.country.toLowerCase()] === true} />
        </Card>
      ))}
    </ul>
  )
}

const names = { paystack: 'Paystack', wave: 'Wave', stripe: 'Stripe' }
const tones = { live: 'free', sandbox: 'few', none: 'neutral' } as const

function Gateway({ gateway, isOn }: { gateway: PaymentGateway; isOn: boolean }) {
  const { t, translateKey, locale } = useDeskWords()
  const { provider, country, place, mode, currency, public_key, secret_ends, has_webhook_secret } = gateway
  const word = (isSet: boolean) => t(isSet ? 'desk.settings.secret_set' : 'desk.settings.not_set')
  const link = 'text-act underline underline-offset-4'
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="text-md font-bold">
          {`${translateKey(`desk.words.countries.${country}`)} · ${names[provider]}`}
        </h2>
        <Tag tone={tones[mode]}>{t(`desk.settings.payments.modes.${mode}`)}</Tag>
        {place === 'fallback' && <Tag>{t('desk.settings.payments.fallback')}</Tag>}
        {!isOn && <Tag tone="bad">{t('desk.settings.payments.off')}</Tag>}
      </div>
      <DefinitionList
        entries={[
          {
            term: t('desk.settings.payments.secret'),
            value: secret_ends === null ? word(false) : `•••• ${secret_ends}`,
          },
          ...(provider === 'wave'
            ? []
            : [{ term: t('desk.settings.payments.public_key'), value: public_key ?? word(false) }]),
          { term: t('desk.settings.payments.webhook_secret'), value: word(has_webhook_secret) },
          {
            term: t('desk.settings.payments.webhook_address'),
            value: <Address url={gateway.webhook_address} />,
          },
          {
            term: t('desk.settings.payments.last_webhook'),
            value:
              gateway.last_webhook_at === null ? (
                t('desk.settings.payments.never')
              ) : (
                <Moment at={new Date(gateway.last_webhook_at)} zone={deviceZone()} />
              ),
          },
          {
            term: t('desk.settings.payments.waiting'),
            value: (
              <PageLink to={paths.desk('webhooks')} className={link}>
                {gateway.webhooks_waiting}
              </PageLink>
            ),
          },
          {
            term: t('desk.settings.payments.reconciled'),
            value:
              gateway.last_reconciled === null
                ? t('desk.settings.payments.never')
                : formatShortDay(gateway.last_reconciled, locale),
          },
          {
            term: t('desk.settings.payments.discrepancies'),
            value: (
              <PageLink to={paths.desk('money')} className={link}>
                {gateway.discrepancies}
              </PageLink>
            ),
          },
          {
            term: t('desk.settings.payments.limits'),
            value: `${formatMoney(gateway.least, currency, locale)} – ${formatMoney(gateway.most, currency, locale)}`,
          },
        ]}
      />
      {mode !== 'none' && <TryGateway gateway={gateway} />}
    </>
  )
}

/** An address that is broken before its slashes alone, where it is longer than a line. */
const Address = ({ url }: { url: string }) => (
  <span className="wrap-anywhere">
    {url.split(/(?<=[^/])(?=\/[^/])/).map((part, position) => (
      <Fragment key={position}>
        {position > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)

/** Asks the provider whether it can be reached and takes the key, and leads to the smallest payment where none is real. */
function TryGateway({ gateway: { provider, mode, currency, least } }: { gateway: PaymentGateway }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: profile } = useProfile()
  const { attempt, dialog } = useReauth()
  const [answer, setAnswer] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  if (profile?.permissions.includes('gateways.update') !== true) return null
  const run = async () => {
    setIsBusy(true)
    try {
      const { result, took_ms } = await attempt(() =>
        call('POST /api/v1/admin/settings/payments/{provider}/try', { params: { provider } }),
      )
      setAnswer(t(`desk.settings.payments.results.${result}`, { took: took_ms }))
    } catch (error) {
      setAnswer(describeFailure(site, error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button variant="outline" size="md" busy={isBusy} onClick={() => void run()}>
        {t('desk.settings.payments.try', { name: names[provider] })}
      </Button>
      {mode === 'sandbox' && (
        <PageLink to={paths.wallet()} className="text-sm text-act underline underline-offset-4">
          {t('desk.settings.payments.pay_least', { amount: formatMoney(least, currency, locale) })}
        </PageLink>
      )}
      {answer !== undefined && (
        <p className="text-sm" role="status">
          {answer}
        </p>
      )}
      {dialog}
    </div>
  )
}
