import type { ReactNode } from 'react'
import { maxNoteLength, type MoneyDiscrepancy, readSide } from '#contract/money-discrepancies.ts'
import { nameOf } from '#web/features/topup/gateway.ts'
import { formatDateTime, formatMoney } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useNoteDiscrepancy } from './api.ts'
import { NoteForm, NoteHistory } from './StaffNotes.tsx'

/** One discrepancy: our record beside the provider's, the driver, the next step and the history. */
export function DiscrepancyCard({ discrepancy }: { discrepancy: MoneyDiscrepancy }) {
  const { t, locale } = useTranslation()
  const { kind, state, message, advice, found_at, reference, provider_reference, driver, notes } = discrepancy
  const provider = nameOf(discrepancy.provider as Parameters<typeof nameOf>[0])
  const when = (at: string) => formatDateTime(new Date(at), deviceZone(), locale)
  const badge = state === 'resolved' ? 'resolved' : notes.length > 0 ? 'looked_at' : 'open'
  const change = useNoteDiscrepancy(discrepancy.id)
  const isOpen = state === 'open'
  const facts: { term: string; value: ReactNode }[] = [
    { term: t('staff.money.reference'), value: <Name>{reference}</Name> },
    ...(provider_reference === null
      ? []
      : [{ term: t('staff.money.reference_of', { provider }), value: <Name>{provider_reference}</Name> }]),
    ...(driver === null
      ? []
      : [
          {
            term: t('staff.money.driver'),
            value: (
              <a
                href={`mailto:${driver}?subject=${encodeURIComponent(reference)}`}
                className="break-all text-act underline-offset-4 hover:underline"
              >
                {driver}
              </a>
            ),
          },
        ]),
  ]
  return (
    <Card
      as="article"
      padding="lg"
      className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_min(24rem,45%)] lg:grid-rows-[auto_1fr]"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 lg:col-span-2">
        <div className="min-w-0">
          <h2 className="text-md font-bold">
            {t(`staff.money.kinds.${kind}`)} · {provider}
          </h2>
          <p className="text-sm text-ink-2">
            {t('staff.money.found_at')} <time dateTime={found_at}>{when(found_at)}</time>
          </p>
        </div>
        <Tag tone={badge === 'open' ? 'kerb' : badge === 'looked_at' ? 'act' : 'neutral'}>
          {t(`staff.money.badges.${badge}`)}
        </Tag>
      </header>
      <div className="grid content-start gap-4">
        <p className="max-w-prose">{message}</p>
        <dl className="grid gap-3 sm:grid-cols-2">
          <SideBox title={t('staff.money.ours')} text={discrepancy.ours} />
          <SideBox title={t('staff.money.theirs', { provider })} text={discrepancy.theirs} />
        </dl>
        <div className="max-w-prose border-l-4 border-kerb pl-3">
          <h3 className="text-base font-semibold">{t('staff.money.next_step')}</h3>
          <p className="text-ink-2">{advice}</p>
        </div>
        <DefinitionList layout="grid" entries={facts} />
      </div>
      <section className="grid content-start gap-3 border-t border-line pt-3 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
        {notes.length > 0 && (
          <>
            <h3 className="text-base font-semibold">{t('staff.list.history')}</h3>
            <NoteHistory
              notes={notes}
              nameState={(became) => t(`staff.money.badges.${became}`)}
              unknownAuthor={t('staff.money.former_colleague')}
            />
          </>
        )}
        <NoteForm
          label={t('staff.money.note')}
          maxLength={maxNoteLength}
          onSave={(note) => change.mutateAsync({ note })}
          action={{
            label: t(isOpen ? 'staff.money.resolve' : 'staff.money.reopen'),
            isPrimary: isOpen,
            // A resolved discrepancy has an explanation, from now or before.
            needsNote: isOpen && notes.every(({ body }) => body === null),
            run: async (note) => {
              await change.mutateAsync({ ...(note === undefined ? {} : { note }), is_resolved: isOpen })
              toast(t(isOpen ? 'staff.money.resolved' : 'staff.money.reopened'))
            },
          }}
        />
      </section>
    </Card>
  )
}

const Name = ({ children }: { children: string }) => (
  <span className="font-mono text-sm font-normal break-all select-all">{children}</span>
)

/** One side's record: the amount, its state and the payment's reference. */
function SideBox({ title, text }: { title: string; text: string }) {
  const { t, locale } = useTranslation()
  const side = readSide(text)
  return (
    <div className="rounded-lg bg-sunk px-4 py-3">
      <dt className="text-sm text-ink-2">{title}</dt>
      <dd>
        {side === undefined ? (
          <span className="font-mono text-base break-all">{text}</span>
        ) : (
          <>
            <span className="block text-lg font-black tracking-tight">
              {side.money !== null
                ? formatMoney(side.money.amount, side.money.currency, locale)
                : t(side.state === null ? 'staff.money.nothing' : `staff.money.payment_states.${side.state}`)}
            </span>
            {side.money !== null && side.state !== null && (
              <span className="block text-base text-ink-2">{t(`staff.money.payment_states.${side.state}`)}</span>
            )}
            {side.name !== null && <Name>{side.name}</Name>}
          </>
        )}
      </dd>
    </div>
  )
}
