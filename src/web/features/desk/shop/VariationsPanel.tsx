import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ItemVariations } from '#contract/catalogue/desk/item-parts.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { variationsQuery } from './api.ts'

/** The variations of the item: none, or at least two of one attribute. */
export function VariationsPanel({ record: { id } }: { record: DeskRecord }) {
  const { t, language } = useDeskWords()
  const { data, error, refetch } = useQuery(variationsQuery(id, language))
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-64 rounded-xl" aria-label={t('desk.loading')} />
  return <VariationForm key={data.version} id={id} stored={data} />
}

/** A value of the attribute in the form, in the order in which customers see it. */
interface Row {
  value_code: string
  name: string
  isOn: boolean
  sku: string
  barcodes: string
}

/** The variations that the item has, and then the other values of the attribute. */
function listRows({ attributes, variations }: ItemVariations, attribute_id: string): Row[] {
  const values = attributes.find(({ id }) => id === attribute_id)?.values ?? []
  const own = variations.filter(({ value_code }) => values.some(({ code }) => code === value_code))
  const others = values.filter(({ code }) => !own.some(({ value_code }) => value_code === code))
  return [
    ...own.map(({ value_code, name, sku, barcodes, status }) => ({
      value_code,
      name,
      sku: sku ?? '',
      barcodes: barcodes ?? '',
      isOn: status === 'active',
    })),
    ...others.map(({ code, name }) => ({ value_code: code, name, sku: '', barcodes: '', isOn: false })),
  ]
}

function VariationForm({ id, stored }: { id: string; stored: ItemVariations }) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const { run, errors, dialog } = usePanelCall()
  const [attribute, setAttribute] = useState(stored.attribute_id ?? '')
  const [rows, setRows] = useState(() => listRows(stored, attribute))
  const mayChange = profile?.permissions.includes('items.update') === true
  const chosen = rows.filter(({ isOn }) => isOn)
  const change = (at: number, changes: Partial<Row>) =>
    setRows(rows.map((row, n) => (n === at ? { ...row, ...changes } : row)))
  const move = (at: number, step: -1 | 1) => {
    const moved = [...rows]
    moved.splice(at + step, 0, ...moved.splice(at, 1))
    setRows(moved)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const variations = chosen.map(({ value_code, sku, barcodes }) => ({
      value_code,
      sku: sku.trim() || null,
      barcodes: barcodes.trim() || null,
    }))
    const body = { attribute_id: attribute || null, variations, version: stored.version }
    await run(
      () => call('PUT /api/v1/admin/items/{id}/variations', { params: { id }, body }),
      t('desk.shop.variations_saved'),
    )
  }
  const errorOf = (row: Row, field: 'sku' | 'barcodes') => errors[`variations.${chosen.indexOf(row)}.${field}`]
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={save} className="grid grid-cols-1 gap-4">
        <Field
          label={t('desk.shop.attribute')}
          hint={t('desk.shop.attribute_hint')}
          error={errors['attribute_id']}
          className="max-w-md"
        >
          <NativeSelect
            name="attribute"
            value={attribute}
            disabled={!mayChange}
            onChange={({ target }) => {
              setAttribute(target.value)
              setRows(listRows(stored, target.value))
            }}
            options={[
              { value: '', label: t('desk.shop.no_variations') },
              ...stored.attributes.map((attribute) => ({ value: attribute.id, label: attribute.name })),
            ]}
          />
        </Field>
        {rows.length > 0 && (
          <fieldset disabled={!mayChange} className="grid gap-2">
            <legend className="mb-1 text-base font-semibold">{t('desk.shop.variations')}</legend>
            <ol className="grid gap-2">
              {rows.map((row, at) => (
                <li
                  key={row.value_code}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line pb-2 last:border-0"
                >
                  <div className="min-w-40 flex-1">
                    <Checkbox
                      label={row.name}
                      checked={row.isOn}
                      onChange={({ target }) => change(at, { isOn: target.checked })}
                    />
                  </div>
                  {row.isOn && (
                    <>
                      <Field
                        label={t('desk.shop.sku_of', { name: row.name })}
                        hideLabel
                        error={errorOf(row, 'sku')}
                        className="w-40"
                      >
                        <TextInput
                          value={row.sku}
                          autoComplete="off"
                          placeholder={t('desk.lists.items.columns.sku')}
                          onChange={({ target }) => change(at, { sku: target.value })}
                        />
                      </Field>
                      <Field
                        label={t('desk.shop.barcodes_of', { name: row.name })}
                        hideLabel
                        error={errorOf(row, 'barcodes')}
                        className="w-56"
                      >
                        <TextInput
                          value={row.barcodes}
                          autoComplete="off"
                          maxLength={200}
                          placeholder={t('desk.shop.barcodes')}
                          onChange={({ target }) => change(at, { barcodes: target.value })}
                        />
                      </Field>
                    </>
                  )}
                  {mayChange && (
                    <span className="flex w-24">
                      {at > 0 && (
                        <IconButton
                          label={t('desk.form.raise', { title: row.name })}
                          icon={<ArrowUp aria-hidden="true" />}
                          onClick={() => move(at, -1)}
                        />
                      )}
                      {at < rows.length - 1 && (
                        <IconButton
                          label={t('desk.form.lower', { title: row.name })}
                          icon={<ArrowDown aria-hidden="true" />}
                          onClick={() => move(at, 1)}
                        />
                      )}
                    </span>
                  )}
                </li>
              ))}
            </ol>
            <FieldError error={errors['variations']} />
          </fieldset>
        )}
        {mayChange && (
          <Button type="submit" size="md" className="justify-self-start">
            {t('desk.shop.save_variations')}
          </Button>
        )}
        {dialog}
      </form>
    </Card>
  )
}
