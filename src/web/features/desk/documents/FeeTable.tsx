import { Ban, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import type { getFeeTable, GapState } from '#contract/documents/desk/document-fee-table.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

type Table = AnswerOf<typeof getFeeTable>
type TableCell = Table['states'][number]['cells'][number]

const looks: Record<GapState, { Icon: typeof Ban; tone: string }> = {
  known: { Icon: CircleCheck, tone: 'text-free' },
  expired: { Icon: Clock, tone: 'text-few' },
  missing: { Icon: CircleDashed, tone: 'text-ink-3' },
  not_offered: { Icon: Ban, tone: 'text-ink-3' },
}

/** States by document: what is known, what is missing. A cell leads to the fees behind it. */
export function FeeTable({ table, showsGapsOnly }: { table: Table; showsGapsOnly: boolean }) {
  const { t, translateKey } = useDeskWords()
  const hasGap = ({ cells }: Table['states'][number]) =>
    cells.some(({ status }) => status === 'expired' || status === 'missing')
  const states = table.states
    .filter((state) => !showsGapsOnly || hasGap(state))
    .map((row) => ({ ...row, name: translateKey(`desk.words.nigerian_states.${row.state}`) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  if (states.length === 0) return <Card>{t('desk.documents.fee_table.no_gaps')}</Card>
  const title = t('desk.lists.document_fee_table.title')
  return (
    <Card padding="none" className="min-w-0">
      <div className="overflow-x-auto" role="region" aria-label={title} tabIndex={0}>
        <table className="w-full min-w-200 text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line align-bottom">
              <th scope="col" className="sticky left-0 bg-card px-3 py-2 text-left">
                {t('desk.documents.fee_table.states')}
              </th>
              {states[0]!.cells.map(({ kind }) => (
                <th key={kind} scope="col" className="px-3 py-2 text-left font-semibold">
                  {translateKey(`desk.words.fee_kinds.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map(({ state, name, cells }) => (
              <tr key={state} className="border-b border-line last:border-0">
                <th scope="row" className="sticky left-0 bg-card px-3 py-1.5 text-left font-semibold whitespace-nowrap">
                  {name}
                </th>
                {cells.map((cell) => (
                  <td key={cell.kind} className="px-1 py-0.5">
                    <GapCell state={state} name={name} cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function GapCell({ state, name, cell: { kind, status, missing } }: { state: string; name: string; cell: TableCell }) {
  const { t, translateKey } = useDeskWords()
  const { Icon, tone } = looks[status]
  const word = translateKey(`desk.words.gap_states.${status}`)
  const lines = missing.map((part) => translateKey(`desk.words.fee_parts.${part}`)).join(', ')
  const content = (
    <>
      <Icon aria-hidden="true" className={cx('size-4 shrink-0', tone)} />
      <span>
        <span className={cx('block', status === 'known' || status === 'not_offered' ? 'text-ink-2' : 'font-semibold')}>
          {word}
        </span>
        {lines !== '' && <span className="block text-xs text-ink-2">{lines}</span>}
      </span>
    </>
  )
  if (status === 'not_offered') return <span className="flex min-h-8 items-center gap-1.5 px-2 py-1">{content}</span>
  const document = translateKey(`desk.words.fee_kinds.${kind}`)
  const wording = lines === '' ? word : t('desk.documents.fee_table.missing_lines', { status: word, lines })
  return (
    <PageLink
      to={paths.desk(`document-fees?region=${state}&kind=${kind}`)}
      aria-label={t('desk.documents.fee_table.open', { document, state: name, status: wording })}
      className="flex min-h-8 items-center gap-1.5 rounded-lg px-2 py-1 hover:bg-sunk"
    >
      {content}
    </PageLink>
  )
}
