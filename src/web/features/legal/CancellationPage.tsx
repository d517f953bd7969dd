import { grace } from '#contract/bookings.ts'
import { DataTable } from '#web/ui/Table.tsx'
import { fill } from './fill.ts'
import { LegalPage, useLegal, type Legal } from './LegalPage.tsx'
import { refundNumbers, refundTable } from './refunds.ts'

export default function CancellationPage() {
  const { cancellation } = useLegal()
  return (
    <LegalPage
      text={cancellation}
      values={{ arrival: grace.arrival_min, regret: refundNumbers.regret }}
      extras={{ table: <Refunds words={cancellation.table} /> }}
    />
  )
}

function Refunds({ words }: { words: Legal['cancellation']['table'] }) {
  const share = (percent: number) =>
    percent === 100 ? words.all : percent === 0 ? words.nothing : fill(words.share, { percent })
  return (
    <div className="mt-4">
      <DataTable
        caption={words.caption}
        columns={[
          { key: 'when', head: words.when, cell: ({ when }) => fill(words[when], refundNumbers), rowHead: true },
          { key: 'flexible', head: words.flexible, cell: ({ flexible }) => <b>{share(flexible)}</b>, align: 'end' },
          { key: 'strict', head: words.strict, cell: ({ strict }) => <b>{share(strict)}</b>, align: 'end' },
        ]}
        rows={refundTable}
        rowKey={({ when }) => when}
      />
    </div>
  )
}
