import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { maxVehicles, type Vehicle } from '#contract/vehicles/vehicles.ts'
import { LoadFailed } from '#web/features/account/LoadFailed.tsx'
import { reasonOf } from '#web/features/account/reason.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useVehicles } from './api.ts'
import { useSetDefaultVehicle, useDeleteVehicle } from './changes.ts'
import { vehicleName } from './name.ts'
import { VehicleCard } from './VehicleCard.tsx'

const VehicleDialog = lazy(() => import('./VehicleDialog.tsx'))
const RemoveDialog = lazy(() => import('./RemoveDialog.tsx'))

interface Open {
  about: 'edit' | 'remove'
  vehicle: Vehicle | undefined
}

/** The saved vehicles with their plates, sizes and documents. */
export function VehiclesSection({ country }: { country: Vehicle['country_code'] }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useVehicles()
  const [open, setOpen] = useState<Open>()
  const choose = useSetDefaultVehicle()
  const remove = useDeleteVehicle()
  const close = () => setOpen(undefined)
  const add = () => setOpen({ about: 'edit', vehicle: undefined })

  const run = (change: typeof choose, vehicle: Vehicle, done: 'made_default' | 'removed') => {
    const name = vehicleName(vehicle)
    change.mutate(vehicle.id, {
      onSuccess: () => toast(t(`vehicles.${done}`, { name })),
      onError: (error) => toast(t('vehicles.unchanged', { name, reason: reasonOf(t, error) }), { tone: 'error' }),
    })
  }
  const addButton = (
    <Button variant="outline" size="md" onClick={add}>
      <Plus aria-hidden="true" className="size-4.5" />
      {t('vehicles.add')}
    </Button>
  )

  return (
    <Section
      title={t('vehicles.title')}
      action={data !== undefined && data.length > 0 && data.length < maxVehicles && addButton}
    >
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-40 rounded-xl" />
          </Loading>
        )
      ) : data.length === 0 ? (
        <Card>
          <EmptyState level={3} title={t('vehicles.none')} action={addButton} className="py-5">
            {t('vehicles.none_text')}
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {data.map((vehicle) => (
            <VehicleCard
              key={vehicle.id}
              vehicle={vehicle}
              onEdit={() => setOpen({ about: 'edit', vehicle })}
              onDefault={() => run(choose, vehicle, 'made_default')}
              onRemove={() => setOpen({ about: 'remove', vehicle })}
            />
          ))}
        </ul>
      )}
      {data !== undefined && data.length >= maxVehicles && (
        <p className="mt-3 text-ink-2">{t('vehicles.full', { most: maxVehicles })}</p>
      )}
      <Suspense fallback={null}>
        {open?.about === 'edit' && <VehicleDialog vehicle={open.vehicle} country={country} onClosed={close} />}
        {open?.about === 'remove' && open.vehicle && (
          <RemoveDialog
            name={vehicleName(open.vehicle)}
            onClosed={close}
            onRemove={() => run(remove, open.vehicle!, 'removed')}
          />
        )}
      </Suspense>
    </Section>
  )
}
