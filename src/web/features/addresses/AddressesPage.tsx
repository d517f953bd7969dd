import { useState } from 'react'
import type { Address } from '#contract/addresses/addresses.ts'
import { maxAddresses } from '#contract/addresses/addresses.ts'
import { cityPictures, cityPictureUrl } from '#contract/pictures/pictures.ts'
import { settings } from '#contract/settings/settings.ts'
import { describeFailure } from '#web/api/failures.ts'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AddressText } from './AddressText.tsx'
import { useAddressChanges, useAddresses } from './api.ts'

/** The addresses that orders can be delivered to. */
export default function AddressesPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useAddresses()
  const [edited, setEdited] = useState<Address | 'new'>()
  usePageTitle(`${t('addresses.title')} | ${settings().company.name}`)
  if (data === undefined) {
    if (error !== null) return <LoadFailed error={error} onRetry={refetch} level={1} />
    return (
      <Page width="text" className="py-9">
        <Loading label={t('common.loading')} className="grid gap-4">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-28 rounded-xl" />
          <Skeleton className="h-28 rounded-xl" />
        </Loading>
      </Page>
    )
  }
  const close = () => setEdited(undefined)
  return (
    <Page width="text" className="pb-10">
      <PageHead
        title={t('addresses.title')}
        lead={t('addresses.lead')}
        actions={
          edited === undefined &&
          data.length > 0 &&
          data.length < maxAddresses && (
            <Button size="md" onClick={() => setEdited('new')}>
              {t('addresses.add')}
            </Button>
          )
        }
      />
      {edited !== undefined ? (
        <AddressForm address={edited === 'new' ? undefined : edited} onClosed={close} />
      ) : data.length === 0 ? (
        <EmptyState
          title={t('addresses.none')}
          action={<Button onClick={() => setEdited('new')}>{t('addresses.add')}</Button>}
        >
          {t('addresses.none_text')}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {data.map((address) => (
            <Saved key={address.id} address={address} onEdit={() => setEdited(address)} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function Saved({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { t } = useTranslation()
  const { delete: remove, setDefault } = useAddressChanges()
  const { id, is_default, line } = address
  const [isRemoving, setRemoving] = useState(false)
  const showFailure = (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' })
  return (
    <Card as="li">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {t(`addresses.labels.${address.label}`)}
            {is_default && <Tag tone="act">{t('addresses.default')}</Tag>}
          </p>
          <AddressText address={address} />
        </div>
        <img
          src={cityPictureUrl(address, 'card')}
          alt=""
          {...cityPictures.card}
          loading="lazy"
          decoding="async"
          className="h-19 w-28 shrink-0 rounded-lg bg-night object-cover"
        />
      </div>
      <div className="mt-1 flex flex-wrap gap-x-4">
        <Button variant="link" onClick={onEdit} aria-label={t('addresses.edit_one', { line })}>
          {t('common.edit')}
        </Button>
        {!is_default && (
          <Button
            variant="link"
            onClick={() => setDefault.mutateAsync(id).catch(showFailure)}
            aria-label={t('addresses.make_default_one', { line })}
          >
            {t('addresses.make_default')}
          </Button>
        )}
        {isRemoving ? (
          <>
            <Button variant="link" className="text-bad" onClick={() => remove.mutateAsync(id).catch(showFailure)}>
              {t('addresses.remove_sure')}
            </Button>
            <Button variant="link" onClick={() => setRemoving(false)}>
              {t('common.cancel')}
            </Button>
          </>
        ) : (
          <Button variant="link" onClick={() => setRemoving(true)} aria-label={t('addresses.remove_one', { line })}>
            {t('addresses.remove')}
          </Button>
        )}
      </div>
    </Card>
  )
}
