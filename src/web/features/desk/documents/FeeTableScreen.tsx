import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatShortDay } from '#contract/days.ts'
import { engineBands, termMonths, vehicleCategories, vehicleUses } from '#contract/documents/document-rules.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { FeeFile } from './FeeFile.tsx'
import { FeeTable } from './FeeTable.tsx'

/** In the middle of each band, so that every fee of the band holds for it. */
const engines = engineBands.map(({ from_cc, to_cc }) => ({
  value: String(Math.min(from_cc + 199, to_cc)),
  label: `${from_cc}–${to_cc}`,
}))
const usual = { category: 'saloon', use: 'private', engine_cc: engines[1]!.value, term: '12' }
type Choice = keyof typeof usual

/** Which fees are known in every state for a vehicle, with the import and export of all fees. */
export function FeeTableScreen() {
  const { t, translateKey, locale } = useDeskWords()
  useDeskTitle(t('desk.lists.document_fee_table.title'))
  const { data: profile } = useProfile()
  const [search, setSearch] = useSearchParams()
  const query = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, search.get(name) ?? value]),
  ) as typeof usual
  const set = (name: Choice | 'gaps', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '' || (name !== 'gaps' && value === usual[name])) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'document-fee-table', query],
    queryFn: ({ signal }) => call('GET /api/v1/admin/document-fee-table', { query: query as never, signal }),
    placeholderData: keepPreviousData,
  })
  const select = (name: Choice, label: string, options: { value: string; label: string }[]) => (
    <Field label={label}>
      <NativeSelect value={query[name]} options={options} onChange={({ target }) => set(name, target.value)} />
    </Field>
  )
  const toOptions = (codes: readonly (string | number)[], words: string) =>
    codes.map((code) => ({ value: String(code), label: translateKey(`desk.words.${words}.${code}`) }))
  const may = (permission: 'document_fees.create') => profile?.permissions.includes(permission) === true
  return (
    <>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-xl">{t('desk.lists.document_fee_table.title')}</h1>
          <p className="max-w-prose text-sm text-ink-2">{t('desk.lists.document_fee_table.description')}</p>
        </div>
        {may('document_fees.create') && (
          <ButtonLink to={paths.desk('document-fees/new')} size="md">
            {t('desk.lists.document_fees.create')}
          </ButtonLink>
        )}
      </div>
      <fieldset className="mb-4 grid grid-cols-2 gap-3 lg:max-w-4xl lg:grid-cols-4">
        <legend className="sr-only">{t('desk.documents.fee_table.vehicle')}</legend>
        {select('category', t('desk.documents.fee_table.category'), toOptions(vehicleCategories, 'vehicle_categories'))}
        {select('use', t('desk.documents.fee_table.use'), toOptions(vehicleUses, 'vehicle_uses'))}
        {select('engine_cc', t('desk.documents.fee_table.engine'), engines)}
        {select('term', t('desk.documents.fee_table.term'), toOptions(termMonths, 'fee_terms'))}
      </fieldset>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && error === null && (
        <div className="grid grid-cols-1 gap-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="font-semibold" role="status">
              {t('desk.documents.fee_table.summary', {
                known: data.known,
                total: data.known + data.missing,
                day: formatShortDay(data.day, locale),
              })}
            </p>
            <Segmented
              label={t('desk.documents.fee_table.states')}
              segments={[
                { value: '', label: t('desk.documents.fee_table.all') },
                { value: 'true', label: t('desk.documents.fee_table.with_gaps') },
              ]}
              value={search.get('gaps') ?? ''}
              onChange={(value) => set('gaps', value)}
            />
          </div>
          <FeeTable table={data} showsGapsOnly={search.get('gaps') === 'true'} />
          <FeeFile mayImport={may('document_fees.create')} onStored={() => void refetch()} />
        </div>
      )}
    </>
  )
}
