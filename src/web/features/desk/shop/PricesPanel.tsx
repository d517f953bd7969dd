import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ItemPrices } from '#contract/catalogue/desk/item-parts.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { chargedDigits } from '#contract/money.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatTypedNumber, parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { pricesQuery } from './api.ts'

/** The prices of the item, its variations and extras: those for everywhere, or those of one branch. */
export function PricesPanel({ record: { id } }: { record: DeskRecord }) {
  const { t } = useDeskWords()
  const [branch, setBranch] = useState<string>()
  const { data, error, refetch } = useQuery(pricesQuery(id, branch))
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-64 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <Card as="section" padding="lg" className="grid grid-cols-1 gap-4">
      <Field label={t('desk.shop.place')} hint={t('desk.shop.place_hint')} className="max-w-md">
        <NativeSelect
          name="place"
          value={branch ?? ''}
          onChange={({ target }) => setBranch(target.value === '' ? undefined : target.value)}
          options={[
            { value: '', label: t('desk.shop.everywhere') },
            ...data.branches.map(({ id: value, name, own }) => ({
              value,
              label: own === 0 ? name : t('desk.shop.branch_with_prices', { name, count: own }),
            })),
          ]}
        />
      </Field>
      {data.rows.length === 0 ? (
        <p className="text-ink-2">{t('desk.shop.nothing_priced')}</p>
      ) : (
        <PriceForm key={`${data.branch_id ?? ''} ${data.version}`} id={id} prices={data} />
      )}
    </Card>
  )
}

const keyOf = (id: string, currency: string) => `${id} ${currency}`

function PriceForm({ id, prices }: { id: string; prices: ItemPrices }) {
  const { t, locale } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const cells = prices.rows.flatMap((row) => row.prices.map((price) => ({ id: row.id, ...price })))
  const before = new Map(
    cells.map(({ id: of, currency, amount }) => [
      keyOf(of, currency),
      amount === null ? '' : formatTypedNumber(amount, locale, chargedDigits[currency]),
    ]),
  )
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(before)
  const [sent, setSent] = useState<readonly string[]>([])
  const changed = cells.filter(({ id: of, currency }) => {
    const key = keyOf(of, currency)
    return (typed.get(key) ?? '').trim() !== before.get(key)
  })
  const nameOf = (row: ItemPrices['rows'][number]) => row.name ?? t('desk.shop.item')
  const errorOf = (key: string) => {
    const at = sent.indexOf(key)
    return at < 0 ? undefined : errors[`prices.${at}.amount`]
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (changed.length === 0) return
    setSent(changed.map(({ id: of, currency }) => keyOf(of, currency)))
    const body = {
      branch_id: prices.branch_id,
      version: prices.version,
      prices: changed.map(({ id: of, currency }) => {
        const text = (typed.get(keyOf(of, currency)) ?? '').trim()
        // What is no number stays a text, for the schema to refuse.
        return { id: of, currency, amount: text === '' ? null : (parseTypedNumber(text, locale) ?? (text as never)) }
      }),
    }
    await run(() => call('PUT /api/v1/admin/items/{id}/prices', { params: { id }, body }), t('desk.shop.prices_saved'))
  }
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-1 gap-4">
      {/* Labels for screen readers would widen the page otherwise. */}
      <div className="relative overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">{t('desk.shop.prices')}</caption>
          <thead>
            <tr>
              <th scope="col" className="px-2 py-2 text-xs font-semibold text-ink-2">
                {t('desk.shop.what')}
              </th>
              {prices.currencies.map((currency) => (
                <th key={currency} scope="col" className="px-2 py-2 text-xs font-semibold text-ink-2">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {prices.rows.map((row) => (
              <tr key={row.id} className="border-t border-line align-top">
                <th scope="row" className="min-w-32 px-2 py-3 font-semibold">
                  {nameOf(row)}
                  {row.kind === 'extra' && (
                    <span className="block text-xs font-normal text-ink-2">{t('desk.shop.extra')}</span>
                  )}
                </th>
                {row.prices.map(({ currency, usual }) => {
                  const key = keyOf(row.id, currency)
                  return (
                    <td key={currency} className="min-w-32 px-2 py-2">
                      <Field label={`${nameOf(row)}, ${currency}`} hideLabel error={errorOf(key)}>
                        <TextInput
                          inputMode="decimal"
                          autoComplete="off"
                          value={typed.get(key) ?? ''}
                          readOnly={!prices.may_set}
                          placeholder={usual === null ? '' : formatMoney(usual.amount, usual.currency, locale)}
                          onChange={({ target }) => setTyped(new Map([...typed, [key, target.value]]))}
                        />
                      </Field>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {prices.branch_id !== null && <p className="text-sm text-ink-2">{t('desk.shop.own_prices_hint')}</p>}
      {prices.may_set ? (
        <Button type="submit" size="md" disabled={changed.length === 0} className="justify-self-start">
          {t('desk.shop.save_prices')}
        </Button>
      ) : (
        <Notice tone="info">{t('desk.shop.prices_not_yours')}</Notice>
      )}
      {dialog}
    </form>
  )
}
