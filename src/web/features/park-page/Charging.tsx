import { useQuery } from '@tanstack/react-query'
import type { Park } from '#contract/parks/parks.ts'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'

/** The chargers that a car park's operator describes, with their prices. Only operators describe any. */
export function Charging({ park }: { park: Pick<Park, 'slug' | 'partner'> }) {
  const { t, locale } = useTranslation()
  const { data } = useQuery({
    queryKey: ['park', 'chargers', park.slug],
    queryFn: ({ signal }) =>
      call('GET /api/v1/front/parks/{parkId}/chargers', { params: { parkId: park.slug }, signal }),
    enabled: park.partner !== null,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Section title={t('operator.chargers.title')}>
      <p className="mb-2 text-ink-2">{t('operator.chargers.lead')}</p>
      <DefinitionList
        entries={data.items.map(({ connector, power_kw, chargers, price, price_unit }) => ({
          term: t('operator.chargers.row', {
            count: chargers,
            connector: t(`leads_form.connectors.${connector}`),
            power: formatNumber(power_kw, locale),
          }),
          value: t(`operator.chargers.per_${price_unit}`, { price: formatMoney(price.amount, price.currency, locale) }),
        }))}
      />
    </Section>
  )
}
