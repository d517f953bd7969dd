import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanBarcode } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import type { CounterItem } from '#contract/orders/desk/pos.ts'
import { describeFailure } from '#web/api/failures.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { branchItemQuery } from '../orders/phone/api.ts'
import type { Draft } from '../orders/phone/draft.ts'
import { ItemDialog } from '../orders/phone/ItemDialog.tsx'
import { counterCatalogueQuery } from './api.ts'
import { findByCode, findItems, hasChoices, toScannedLine } from './catalogue.ts'
import { isSoldOffline } from './offlinePrice.ts'
import type { CounterCatalogue } from './till.ts'
import { useCameraLabels } from './useCameraLabels.ts'
import { useScanner } from './useScanner.ts'

/** Whether a dialog other than the scanner's is open. */
const isBusy = () =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.querySelector('[data-scanner]') === null)

interface ItemGridProps {
  branch: string
  /** What is sold without a network, as it was stored on the device. */
  stored: CounterCatalogue | undefined
  /** The class of the vehicle that the work is for, which decides the variation. */
  vehicleClass: string | undefined
  onAdd: (line: Omit<Draft['lines'][number], 'key'>) => void
  /** What was read is not a code of goods; says whether somebody knows it. */
  onOtherCode?: (text: string) => boolean
}

/** What the branch sells, as tiles: one press or one scan sells what has no choices, and asks for those of the rest. */
export function ItemGrid({ branch, stored, vehicleClass, onAdd, onOtherCode }: ItemGridProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [isScanning, setScanning] = useState(false)
  const [scanned, setScanned] = useState<{ code: string; name: string | undefined }>()
  const labels = useCameraLabels()
  const read = useQuery(counterCatalogueQuery(locale))
  const { error } = read
  const data = stored ?? read.data
  const items = data?.items ?? []
  // The dialog finds it on the device, also without a network.
  const ask = useCallback(
    async (item: CounterItem) => {
      await storeAnswer(queries, branchItemQuery(branch, item.id).queryKey, item)
      setChosen(item.id)
    },
    [queries, branch],
  )
  const choose = useCallback(
    (item: CounterItem) => {
      setScanned(undefined)
      if (hasChoices(item)) void ask(item)
      else onAdd({ item, line: { item_id: item.id, quantity: 1 } })
    },
    [ask, onAdd],
  )
  const scan = (code: string) => {
    // While somebody pays or chooses, a scan must neither sell nor press anything.
    if (isBusy()) return
    const scanned = findByCode(items, code)
    if (scanned === undefined && onOtherCode?.(code) === true) return setScanning(false)
    setScanned({ code, name: scanned?.item.name })
    if (scanned === undefined) return
    const line = toScannedLine(scanned)
    if (line !== undefined) return onAdd({ item: scanned.item, line })
    setScanning(false)
    void ask(scanned.item)
  }
  useScanner(scan)
  const found = findItems(items, { search, category })
  // What can be sold without a network stands before what cannot.
  const shown =
    stored === undefined ? found : found.toSorted((a, b) => Number(isSoldOffline(b)) - Number(isSoldOffline(a)))
  const result =
    scanned === undefined
      ? undefined
      : scanned.name === undefined
        ? t('desk.pos.scan.unknown', { code: scanned.code })
        : t('desk.pos.scan.added', { item: scanned.name })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-end gap-2">
        <Field label={t('desk.pos.search')} className="flex-1">
          <TextInput
            type="search"
            value={search}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        <Button variant="outline" onClick={() => setScanning(true)}>
          <ScanBarcode aria-hidden="true" className="size-5" />
          {t('desk.pos.scan.open')}
        </Button>
      </div>
      {data !== undefined && data.categories.length > 1 && (
        <div
          role="group"
          aria-label={t('desk.pos.categories')}
          className="-mx-1 flex gap-2 overflow-x-auto px-1 py-0.5"
        >
          <Chip pressed={category === undefined} onClick={() => setCategory(undefined)}>
            {t('desk.pos.all_categories')}
          </Chip>
          {data.categories.map(({ slug, name }) => (
            <Chip key={slug} pressed={category === slug} onClick={() => setCategory(slug)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <p
        role="status"
        className={cx('empty:-mt-4', scanned?.name === undefined ? 'font-semibold text-bad' : 'text-sm text-ink-2')}
      >
        {isScanning ? undefined : result}
      </p>
      {data === undefined && error !== null && <Notice tone="error">{describeFailure(site, error)}</Notice>}
      {data === undefined && error === null && <Skeleton className="h-64 rounded-xl" aria-label={t('desk.loading')} />}
      {data !== undefined && shown.length === 0 && <p className="text-ink-2">{t('desk.orders.phone.no_items')}</p>}
      <ul className="grid max-h-[45dvh] grid-cols-2 gap-2 overflow-y-auto sm:grid-cols-3 lg:max-h-none xl:grid-cols-4">
        {shown.map((item) => (
          <Tile
            key={item.id}
            item={item}
            needsNetwork={stored !== undefined && !isSoldOffline(item)}
            onChoose={choose}
          />
        ))}
      </ul>
      {isScanning && (
        <Dialog
          open
          onOpenChange={() => setScanning(false)}
          title={t('desk.pos.scan.title')}
          closeLabel={t('desk.close')}
          size="md"
        >
          <div data-scanner="" className="grid gap-3">
            <CodeCamera
              labels={{ ...labels, hint: t('desk.pos.scan.hint') }}
              startsOn
              readsBarcodes
              isPaused={false}
              onCode={(text) => Promise.resolve(scan(text))}
            />
            <p
              role="status"
              className={scanned?.name === undefined ? 'font-semibold text-bad' : 'font-semibold text-free'}
            >
              {result}
            </p>
          </div>
        </Dialog>
      )}
      {chosen !== undefined && (
        <ItemDialog
          branch={branch}
          id={chosen}
          vehicleClass={vehicleClass}
          onAdd={onAdd}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

interface TileProps {
  item: CounterItem
  needsNetwork: boolean
  onChoose: (item: CounterItem) => void
}

/** Drawn anew only where it changes: each press on one changes the sale, and with it all that stands around them. */
const Tile = memo(function Tile({ item, needsNetwork, onChoose }: TileProps) {
  const { t, locale } = useDeskWords()
  const { name, price, is_from, sold_out, paused_until } = item
  const shown = formatMoney(price.amount, price.currency, locale)
  // What is left is not known without a network.
  const isOut = sold_out || paused_until !== null || needsNetwork
  return (
    <li>
      <button
        type="button"
        disabled={isOut}
        className="flex h-full min-h-18 w-full flex-col justify-between gap-1 rounded-xl border border-line bg-card p-3 text-start hover:border-act active:bg-act-soft disabled:text-ink-3"
        onClick={() => onChoose(item)}
      >
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2 tabular-nums">
          {needsNetwork
            ? t('desk.pos.offline.work')
            : isOut
              ? t('desk.orders.phone.sold_out')
              : is_from
                ? t('desk.orders.phone.from', { price: shown })
                : shown}
        </span>
      </button>
    </li>
  )
})
