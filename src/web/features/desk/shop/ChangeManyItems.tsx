import { itemChangeForm, type ItemChangeBody } from '#contract/catalogue/desk/item-changes.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import { call } from '#web/api/call.ts'
import type { ChangeManyProps } from '#web/features/lists/list/BulkBar.tsx'
import { ChangeMany } from '../bulk/ChangeMany.tsx'

/** Changes the price, category, tax class or stock of the chosen items. */
export const ChangeManyItems = (props: ChangeManyProps) => (
  <ChangeMany<Omit<ItemChangeBody, 'ids' | 'stores' | 'digest'>>
    {...props}
    list={itemList}
    form={itemChangeForm}
    send={(body) => call('POST /api/v1/admin/item-changes', { body })}
    undo={(id) => call('POST /api/v1/admin/item-changes/{id}/undo', { params: { id } })}
  />
)
