import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Vehicle, VehicleRequest } from '#contract/vehicles/vehicles.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { vehiclesKey } from './api.ts'

/** Creates a vehicle, or replaces the one with this id. */
export function useSaveVehicle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | undefined; body: VehicleRequest }) =>
      id === undefined
        ? sendOnce(requestNames.createVehicle, { body }, (sent, retryKey) =>
            call('POST /api/v1/user/vehicles/', { body: sent, retryKey }),
          )
        : call('PUT /api/v1/user/vehicles/{id}', { params: { id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: vehiclesKey }),
  })
}

/**
 * Saves a vehicle beside something else that the driver does. One that is saved already, by a second press or in another
 * tab, is none to tell of; another failure is, and stops nothing.
 */
export function useAddVehicle() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return async (body: { plate: string; vehicle_type_id: number }): Promise<void> => {
    try {
      await sendOnce(requestNames.createVehicle, { body }, (sent, retryKey) =>
        call('POST /api/v1/user/vehicles/', { body: sent, retryKey }),
      )
    } catch (error) {
      if (error instanceof CallError && error.code === 'vehicle_exists') return
      toast(t('vehicles.unchanged', { name: body.plate, reason: describeFailure(t, error) }), { tone: 'error' })
      return
    }
    await queries.invalidateQueries({ queryKey: vehiclesKey })
  }
}

export const useSetDefaultVehicle = () =>
  useChange(
    (id) => call('PUT /api/v1/user/vehicles/{id}/default', { params: { id } }),
    (vehicles, id) =>
      vehicles
        .map((vehicle) => ({ ...vehicle, is_default: vehicle.id === id }))
        .toSorted((a, b) => Number(b.is_default) - Number(a.is_default)),
  )

export const useDeleteVehicle = () =>
  useChange(
    (id) => call('DELETE /api/v1/user/vehicles/{id}', { params: { id } }),
    (vehicles, id) => vehicles.filter((vehicle) => vehicle.id !== id),
  )

/** A mutation that updates the list optimistically and undoes it on a refusal. */
function useChange(send: (id: string) => Promise<unknown>, change: (vehicles: Vehicle[], id: string) => Vehicle[]) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onMutate: async (id) => {
      const before = await storeAnswer<Vehicle[]>(queries, vehiclesKey, (stored) => stored && change(stored, id))
      return { before }
    },
    onError: (_error, _id, context) => storeAnswer(queries, vehiclesKey, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: vehiclesKey }),
  })
}
