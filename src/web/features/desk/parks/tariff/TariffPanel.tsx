import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { ParkTariffs } from '#contract/parks/desk/tariffs.ts'
import { CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useUnsavedGuard } from '#web/features/lists/record/useUnsavedGuard.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { previewQuery, tariffsQuery, vehicleTypesQuery } from '../api.ts'
import { emptyDraft, toDraft, toRequest, type TariffDraft } from './draft.ts'
import { SaveTariff } from './SaveTariff.tsx'
import { type OwnWindow, TariffChanges } from './TariffChanges.tsx'
import { TariffEditor } from './TariffEditor.tsx'
import { TariffVersions } from './TariffVersions.tsx'

/** The tariffs of a car park: the editor with what it would change beside it, and the versions. */
export function TariffPanel({ record: { id } }: { record: DeskRecord }) {
  const { t, language } = useDeskWords()
  const [vehicle_type_id, setType] = useState(1)
  const { data: types = [] } = useQuery(vehicleTypesQuery(language))
  const { data, error, refetch } = useQuery(tariffsQuery(id, vehicle_type_id))
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-4">
      <Field label={t('desk.parks.tariff.vehicle')} className="sm:max-w-80">
        <NativeSelect
          name="vehicle_type_id"
          value={vehicle_type_id}
          onChange={({ target }) => setType(Number(target.value))}
          options={types.map((type) => ({ value: type.id, label: type.name }))}
        />
      </Field>
      {data === undefined ? (
        <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
      ) : (
        <Editing key={vehicle_type_id} id={id} tariffs={data} />
      )}
    </div>
  )
}

function Editing({ id, tariffs }: { id: string; tariffs: ParkTariffs }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { timezone, currency, versions, vehicle_type_id } = tariffs
  const current = versions[0]
  const [draft, setDraft] = useState<TariffDraft>(() =>
    current === undefined ? emptyDraft : toDraft(current.tariff, locale, timezone),
  )
  const [saved, setSaved] = useState(draft)
  const [own, setOwn] = useState<OwnWindow>({ start_time: '', end_time: '' })
  const mayChange = profile?.permissions.includes('tariffs.update') === true
  const guard = useUnsavedGuard(mayChange && JSON.stringify(draft) !== JSON.stringify(saved))
  const tariff = toRequest(draft, locale, timezone)
  const windows = own.start_time === '' || own.end_time === '' ? [] : [own]
  const proposal = useSettled(useDeferredValue({ vehicle_type_id, tariff, windows }))
  const { data: preview, error } = useQuery(previewQuery(id, proposal))
  const problems = error instanceof CallError ? (error.problem?.errors ?? []) : []
  const messageOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const ownError = messageOf('windows.0.start_time') ?? messageOf('windows.0.end_time')
  const hasProblems = problems.some(({ field }) => field.startsWith('tariff.'))
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card as="section" padding="lg" className="grid gap-4">
          <h2 className="text-md font-bold">{t('desk.parks.tariff.increments')}</h2>
          {current === undefined && <p className="text-ink-2">{t('desk.parks.tariff.none')}</p>}
          {!mayChange && <p className="text-ink-2">{t('desk.parks.tariff.locked')}</p>}
          <TariffEditor
            draft={draft}
            onChange={setDraft}
            currency={currency}
            errorOf={(field) => messageOf(`tariff.${field}`)}
          />
        </Card>
        <div className="grid gap-4">
          {hasProblems && <Notice tone="warning">{t('desk.parks.tariff.problems')}</Notice>}
          {preview === undefined ? (
            !hasProblems && <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
          ) : (
            <TariffChanges preview={preview} timezone={timezone} own={own} onOwn={setOwn} ownError={ownError} />
          )}
          {mayChange && <SaveTariff id={id} tariffs={tariffs} tariff={tariff} onSaved={() => setSaved(draft)} />}
        </div>
      </div>
      <TariffVersions
        id={id}
        tariffs={tariffs}
        mayChange={mayChange}
        onEdit={(chosen) => setDraft(toDraft(chosen, locale, timezone))}
      />
      {guard}
    </>
  )
}
