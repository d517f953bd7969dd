import { Check, FileDown, Minus } from 'lucide-react'
import { useState } from 'react'
import type { DisputeRecord } from '#contract/disputes/desk.ts'
import { CallError, send } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

const screens = { booking: 'bookings', order: 'online-orders', document: 'documents' } as const

/** How to answer a dispute: until when, what the provider asks for, what the payment paid for, and the file with all of it. */
export const EvidencePanel: RecordPanel = ({ record }) => {
  const dispute = record as unknown as DisputeRecord
  return (
    <div className="grid grid-cols-1 items-start gap-4 @2xl:grid-cols-2">
      <div className="@2xl:col-span-2">
        <Answer dispute={dispute} />
      </div>
      <Evidence dispute={dispute} />
      <Sales dispute={dispute} />
    </div>
  )
}

interface Part {
  dispute: DisputeRecord
}

function Answer({ dispute }: Part) {
  const { t, translateKey, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const provider = translateKey(`desk.words.providers.${dispute.provider}`)
  const { answer_by, ended_at, stage } = dispute
  const at = answer_by === null ? '' : formatDateTime(new Date(answer_by), deviceZone(), locale)
  const isLate = answer_by !== null && new Date(answer_by).getTime() <= readNow().getTime()
  const title =
    ended_at !== null
      ? t('desk.records.dispute.over')
      : answer_by === null
        ? t('desk.records.dispute.unknown', { provider })
        : t(isLate ? 'desk.records.dispute.overdue' : 'desk.records.dispute.due', { provider, at })
  return (
    <Notice tone={stage === 'needs_answer' ? 'warning' : 'info'} title={title}>
      {stage === 'needs_answer' && !isLate && <p>{t('desk.records.dispute.due_text')}</p>}
      {profile?.permissions.includes('refunds.evidence') === true ? (
        <Download dispute={dispute} provider={provider} />
      ) : (
        <p>{t('desk.records.dispute.not_allowed')}</p>
      )}
    </Notice>
  )
}

function Download({ dispute: { id, top_up }, provider }: Part & { provider: string }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const download = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const answer = await send('GET /api/v1/admin/disputes/{id}/pack', { params: { id } }, 'application/pdf')
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await answer.blob())
      link.download = `dispute-${top_up}.pdf`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 0)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(describeFailure(site, error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <p>{t('desk.records.dispute.language', { provider })}</p>
      <Button busy={isBusy} onClick={() => void download()} className="mt-3">
        <FileDown aria-hidden="true" className="size-4.5" />
        {t('desk.records.dispute.download')}
      </Button>
      {failure !== undefined && (
        <p role="alert" className="mt-2 font-semibold">
          {failure}
        </p>
      )}
    </>
  )
}

function Evidence({ dispute: { evidence, provider } }: Part) {
  const { t, translateKey } = useDeskWords()
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">
        {t('desk.records.dispute.asked', { provider: translateKey(`desk.words.providers.${provider}`) })}
      </h2>
      <ul className="grid">
        {evidence.map(({ kind, is_held }) => (
          <li key={kind} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
            <span>{t(`desk.records.dispute.evidence.${kind}`)}</span>
            <span
              className={
                is_held ? 'inline-flex items-center gap-1.5 text-free' : 'inline-flex items-center gap-1.5 text-ink-2'
              }
            >
              {is_held ? (
                <Check aria-hidden="true" className="size-4" />
              ) : (
                <Minus aria-hidden="true" className="size-4" />
              )}
              {t(is_held ? 'desk.records.dispute.held' : 'desk.records.dispute.missing')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sales({ dispute: { sales, unspent } }: Part) {
  const { t, locale } = useDeskWords()
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.records.dispute.paid_for')}</h2>
      {sales.length === 0 && <p className="text-ink-2">{t('desk.records.dispute.none')}</p>}
      <ul className="grid">
        {sales.map(({ kind, id, code, paid, at }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0">
            <span>
              {t(`desk.records.dispute.kinds.${kind}`)}{' '}
              <PageLink to={paths.desk(`${screens[kind]}/${id}`)} className="text-act underline underline-offset-4">
                {code}
              </PageLink>
              <span className="block text-sm text-ink-2">
                <time dateTime={at}>{formatDateTime(new Date(at), deviceZone(), locale)}</time>
              </span>
            </span>
            <span className="tabular-nums">{formatMoney(paid.amount, paid.currency, locale)}</span>
          </li>
        ))}
        {sales.length > 0 && unspent.amount > 0 && (
          <li className="flex items-baseline justify-between gap-4 py-2 text-ink-2">
            <span>{t('desk.records.dispute.unspent')}</span>
            <span className="tabular-nums">{formatMoney(unspent.amount, unspent.currency, locale)}</span>
          </li>
        )}
      </ul>
    </Card>
  )
}
