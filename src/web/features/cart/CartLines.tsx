import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import type { Money } from '#contract/fields.ts'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import type { useCartChanges } from './api.ts'
import { Stepper } from './Stepper.tsx'

const ChangeLineDialog = lazy(() => import('./ChangeLineDialog.tsx'))

interface CartLinesProps {
  cart: Cart
  branch: NonNullable<Cart['branch']>
  changes: ReturnType<typeof useCartChanges>
}

/** The lines of the cart, each below the one that it was added to. */
export function CartLines({ cart: { lines }, branch, changes }: CartLinesProps) {
  const roots = lines.filter(({ parent_id }) => parent_id === null)
  const ordered = roots.flatMap((root) => [root, ...lines.filter(({ parent_id }) => parent_id === root.id)])
  return (
    <ul className="border-t border-line">
      {ordered.map((line) => (
        <Line
          key={line.id}
          line={line}
          parent={lines.find(({ id }) => id === line.parent_id)}
          branch={branch}
          changes={changes}
        />
      ))}
    </ul>
  )
}

interface LineProps extends Pick<CartLinesProps, 'branch' | 'changes'> {
  line: CartLine
  parent: CartLine | undefined
}

function Line({ line, parent, branch, changes }: LineProps) {
  const { t, locale } = useTranslation()
  const { item, variation, extras, note, quantity, unit, old_unit, total, problem } = line
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const details = [variation?.name, ...extras.map(({ name }) => name)].filter((candidate) => candidate !== undefined)
  // What was pressed is shown at once, and the last press counts: each is sent once the one before is saved.
  const [pressed, setPressed] = useState<number>()
  const change = async (next: number) => {
    setPressed(next)
    try {
      await changes.update.mutateAsync({ id: line.id, body: { quantity: next } })
    } catch {
      // It has been said; the number is what the cart has.
    } finally {
      setPressed((latest) => (latest === next ? undefined : latest))
    }
  }
  const [isChanging, setChanging] = useState(false)
  const isGone = problem === 'withdrawn' || problem === 'sold_out' || problem === 'paused'
  return (
    <li
      className={cx(
        'grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3.5 border-b border-line py-4 sm:grid-cols-[4.5rem_minmax(0,1fr)]',
        parent !== undefined && 'pl-5 sm:pl-8',
      )}
    >
      <ItemPicture
        item={{ ...item, kind: 'good', category: { id: '', name: '', slug: item.category } }}
        className="w-full self-start"
      />
      <div className="grid min-w-0 grid-cols-1 gap-1.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 text-md font-bold">
            <PageLink to={paths.service(item.slug, { branch: branch.slug })} className="hover:text-act">
              {item.name}
            </PageLink>
          </h3>
          {!isGone && <span className="font-bold tabular-nums">{format(total)}</span>}
        </div>
        {details.length > 0 && <p className="text-sm text-ink-2">{details.join(' · ')}</p>}
        {parent !== undefined && <p className="text-sm text-ink-2">{t('cart.with', { item: parent.item.name })}</p>}
        {note !== null && note !== '' && (
          <p className="text-sm wrap-anywhere text-ink-2">{t('cart.note_text', { note })}</p>
        )}
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2 empty:hidden">
          {!isGone && unit !== null && (quantity > 1 || old_unit !== null) && (
            <span>
              {t('cart.each', { price: format(unit) })} {old_unit !== null && <s>{format(old_unit)}</s>}
            </span>
          )}
          {line.offer !== null && (
            <Tag tone="kerb" wraps>
              {line.offer.name}
            </Tag>
          )}
        </p>
        {problem !== null && <Problem line={line} branch={branch} changes={changes} />}
        <div className="flex flex-wrap items-center justify-between gap-2">
          {isGone ? (
            <span />
          ) : (
            <Stepper
              label={`${t('cart.quantity')}, ${item.name}`}
              value={pressed ?? quantity}
              most={Math.max(item.max_per_order, quantity)}
              onChange={(next) => void change(next)}
            />
          )}
          {item.has_choices && !isGone && (
            <Button
              variant="ghost"
              size="md"
              className="ml-auto"
              aria-label={t('cart.change_item', { item: item.name })}
              onClick={() => setChanging(true)}
            >
              {t('cart.change')}
            </Button>
          )}
          <IconButton
            label={t('cart.remove_item', { item: item.name })}
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => changes.remove.mutate(line.id)}
            disabled={changes.remove.isPending}
          />
        </div>
        {isChanging && (
          <Suspense fallback={null}>
            <ChangeLineDialog line={line} branch={branch} changes={changes} onClosed={() => setChanging(false)} />
          </Suspense>
        )}
      </div>
    </li>
  )
}

/** What has changed since the line was added, and what can be done about it. */
function Problem({ line, branch, changes }: Omit<LineProps, 'parent'>) {
  const { t, locale } = useTranslation()
  const { id, problem, unit, seen_unit, left, paused_until, item } = line
  const format = (money: Money | null) => (money === null ? '' : formatMoney(money.amount, money.currency, locale))
  if (problem === null) return null
  const until = paused_until === null ? '' : formatDeadlineInSentence(new Date(paused_until), branch.timezone, locale)
  const sentence =
    problem === 'price_changed'
      ? t('cart.problems.price_changed', { before: format(seen_unit), now: format(unit) })
      : problem === 'out_of_stock'
        ? t('cart.problems.out_of_stock', { count: left ?? 0 })
        : problem === 'too_many'
          ? t('cart.problems.too_many', { count: item.max_per_order })
          : t(`cart.problems.${problem}`, { until })
  const accept = () => changes.update.mutateAsync({ id, body: { accepts_price: true } })
  const take = (quantity: number) => changes.update.mutateAsync({ id, body: { quantity } })
  const rest = problem === 'out_of_stock' ? (left ?? 0) : problem === 'too_many' ? item.max_per_order : 0
  return (
    <div role="status" className="rounded-md bg-few-soft px-3.5 py-2 text-sm">
      <p className="font-semibold text-few">{sentence}</p>
      {problem === 'price_changed' && (
        <Button variant="link" size="sm" onClick={accept}>
          {t('cart.accept_price')}
        </Button>
      )}
      {rest > 0 && (
        <Button variant="link" size="sm" onClick={() => take(rest)}>
          {t('cart.take_left', { count: rest })}
        </Button>
      )}
    </div>
  )
}
