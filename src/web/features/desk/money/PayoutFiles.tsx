import type { PayoutRecord } from '#contract/payouts/desk/payouts.ts'
import type { StatementRecord } from '#contract/payouts/desk/statements.ts'
import { DownloadFile } from '#web/features/lists/record/DownloadFile.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** A statement as PDF. */
export const StatementPanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { id, number } = record as unknown as StatementRecord
  return (
    <DownloadFile
      call="GET /api/v1/admin/statements/{id}/pdf"
      id={id}
      name={`${number}.pdf`}
      text={t('desk.records.statement_file.text')}
      label={t('desk.records.statement_file.download')}
    />
  )
}

/** The file of all approved bank transfers in the payout’s currency, while this one is among them. */
export const BankFilePanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { id, number, method, state, currency } = record as unknown as PayoutRecord
  if (method !== 'bank' || state !== 'approved') return <Notice>{t('desk.records.bank_file.none')}</Notice>
  return (
    <DownloadFile
      call="GET /api/v1/admin/payouts/{id}/bank-file"
      id={id}
      name={`bank-transfers-${number}.csv`}
      text={t('desk.records.bank_file.text', { currency })}
      label={t('desk.records.bank_file.download')}
    />
  )
}
