import { useQuery } from '@tanstack/react-query'
import { Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { boardColumns, type BoardCard } from '#contract/orders/desk/order-board.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useBranchChoice } from '#web/features/lists/branchChoice.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { singleKey, ownKey } from '#web/features/lists/shortcutSetting.ts'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { playSound, setMuted, useMuted } from '../newsSound.ts'
import { boardQuery } from './api.ts'
import { OrderCard } from './OrderCard.tsx'
import { StepDialog } from './StepDialog.tsx'
import { TicketPrinter } from './TicketPrinter.tsx'
import { useOrderStep } from './useOrderStep.tsx'

/** Open orders by stage: late ones first, each moved on with one key or touch. */
export function OrderBoardScreen() {
  const { t, locale } = useDeskWords()
  const { branch } = useBranchChoice()
  const result = useQuery(boardQuery(branch))
  const { data, error } = result
  const isMuted = useMuted()
  const count = useNewOrders(data?.cards, isMuted)
  const title = t('desk.orders.board.title')
  useDeskTitle(title, count)
  const { data: profile } = useProfile()
  const mayMove = profile?.permissions.includes('orders.update') === true
  const maySell = profile?.permissions.includes('pos.sell') === true
  const { question, setQuestion, move, announcement, dialog } = useOrderStep()
  const board = useRef<HTMLDivElement>(null)
  useBoardKeys(board, data?.cards, mayMove, { setQuestion, move })
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void result.refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{title}</h1>
          <p className="text-sm text-ink-2 max-lg:hidden">{t('desk.orders.board.keys')}</p>
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <Button variant="outline" size="md" aria-pressed={!isMuted} onClick={() => setMuted(!isMuted)}>
            {isMuted ? <VolumeX aria-hidden className="size-4" /> : <Volume2 aria-hidden className="size-4" />}
            {t(isMuted ? 'desk.orders.board.sound_off' : 'desk.orders.board.sound_on')}
          </Button>
        </div>
      </div>
      <TicketPrinter board={data} branch={branch} updatedAt={result.dataUpdatedAt} />
      <p role="status" aria-live="polite" className="sr-only">
        {count > 0 ? t('desk.orders.board.new', { count }) : announcement}
      </p>
      {error !== null && (
        <Notice className="mb-3">
          {t('desk.orders.board.stale', { time: formatTime(new Date(result.dataUpdatedAt), deviceZone(), locale) })}
        </Notice>
      )}
      <div
        ref={board}
        className="relative grid gap-4 lg:flex lg:items-start lg:gap-3 lg:overflow-x-auto lg:pb-3"
        tabIndex={-1}
      >
        {boardColumns.map((column) => {
          const cards = data.cards.filter((card) => card.column === column)
          return (
            <section
              key={column}
              aria-labelledby={`column-${column}`}
              className={cx('grid gap-2 lg:shrink-0', cards.length === 0 ? 'lg:w-36' : 'lg:w-60')}
            >
              <h2 id={`column-${column}`} className="flex items-baseline justify-between text-base font-bold">
                {t(`desk.orders.board.columns.${column}`)} <span className="text-sm text-ink-2">{cards.length}</span>
              </h2>
              {cards.length === 0 ? (
                <p className="rounded-xl border border-dashed border-line p-3 text-sm text-ink-2">
                  {t('desk.orders.board.empty')}
                </p>
              ) : (
                cards.map((card) => (
                  <OrderCard
                    key={card.id}
                    card={card}
                    showsBranch={branch === undefined && data.branches.length > 1}
                    showsNumber={data.branches.some(
                      ({ id, shows_order_number }) => id === card.branch_id && shows_order_number,
                    )}
                    mayMove={mayMove}
                    maySell={maySell}
                    onStep={(step) => (step === 'hand_over' ? setQuestion({ card, step }) : move(card, step))}
                    onReject={() => setQuestion({ card, step: 'reject' })}
                  />
                ))
              )}
            </section>
          )
        })}
      </div>
      {question !== undefined && (
        <StepDialog
          {...question}
          branch={data?.branches.find(({ id }) => id === question.card.branch_id)}
          move={move}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

type Steps = Pick<ReturnType<typeof useOrderStep>, 'setQuestion' | 'move'>

/** Letters act on the card that has the focus; arrows and j, k move it from card to card. */
function useBoardKeys(
  board: RefObject<HTMLDivElement | null>,
  cards: readonly BoardCard[] | undefined,
  mayMove: boolean,
  steps: Steps,
) {
  // Listened to once: a listener that is renewed while a key is handled would miss that key.
  const latest = useRef({ cards, mayMove, ...steps })
  useEffect(() => {
    latest.current = { cards, mayMove, ...steps }
  })
  useEffect(() => {
    const findElement = () => document.activeElement?.closest<HTMLElement>('[data-order]')
    const findCard = () => {
      const id = findElement()?.dataset['order']
      return latest.current.mayMove ? latest.current.cards?.find((card) => card.id === id) : undefined
    }
    const go = (by: 1 | -1) => {
      const all = [...(board.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])]
      const at = all.indexOf(findElement()!)
      all[at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
    }
    const act = (names: readonly string[]) => () => {
      const card = findCard()
      if (card === undefined || card.next === null || !names.includes(card.next)) return
      if (card.next === 'hand_over') latest.current.setQuestion({ card, step: 'hand_over' })
      else void latest.current.move(card, card.next)
    }
    const reject = () => {
      const card = findCard()
      if (card?.status === 'pending') latest.current.setQuestion({ card, step: 'reject' })
    }
    return tinykeys(window, {
      a: ownKey(act(['accept', 'start', 'prepare', 'ready', 'send'])),
      p: ownKey(act(['prepare', 'ready'])),
      d: ownKey(act(['hand_over'])),
      r: ownKey(reject),
      j: ownKey(() => go(1)),
      k: ownKey(() => go(-1)),
      ArrowDown: singleKey(() => go(1)),
      ArrowUp: singleKey(() => go(-1)),
    })
  }, [board])
}

/** Counts orders that came since somebody last touched the page or pressed a key, each with a sound unless it is muted. */
function useNewOrders(cards: readonly BoardCard[] | undefined, isMuted: boolean): number {
  const seen = useRef<Set<string>>(undefined)
  const [fresh, setFresh] = useState<readonly string[]>([])
  useEffect(() => {
    if (cards === undefined) return
    const pending = cards.filter(({ status }) => status === 'pending').map(({ id }) => id)
    // What is there when the board opens is not new.
    const known = (seen.current ??= new Set(cards.map(({ id }) => id)))
    const added = pending.filter((id) => !known.has(id))
    for (const { id } of cards) known.add(id)
    setFresh((before) => [...before.filter((id) => pending.includes(id)), ...added])
    if (added.length > 0 && !isMuted) playSound()
  }, [cards, isMuted])
  useEffect(() => {
    const see = () => setFresh([])
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, see)
    return () => {
      for (const event of ['pointerdown', 'keydown']) window.removeEventListener(event, see)
    }
  }, [])
  return fresh.length
}
