import { useState } from 'react'
import type { createManagerCode, getOwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatCountdown } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

type Registers = AnswerOf<typeof getOwnShift>['registers']

/** Codes by which a manager approves something at a counter where somebody else sells. */
export function ManagerCode({ registers }: { registers: Registers }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, refusal, dialog } = usePanelCall({ isShown: true })
  const [given, setGiven] = useState<AnswerOf<typeof createManagerCode> & { register: string }>()
  const open = registers.filter(({ operator }) => operator !== null)
  if (open.length === 0) return null
  const create = async (id: string, register: string) => {
    const answer = await run(
      () => call('POST /api/v1/pos/codes', { body: { register_id: id } }),
      t('desk.pos.code.done', { register }),
    )
    if (answer !== undefined) setGiven({ ...answer, register })
  }
  return (
    <Card as="section" padding="lg" className="mt-4 max-w-2xl">
      <h2 className="text-lg font-bold">{t('desk.pos.code.title')}</h2>
      <p className="mt-1 text-ink-2">{t('desk.pos.code.text')}</p>
      {given !== undefined && (
        <div role="status" className="mt-4 grid justify-items-center gap-2 rounded-xl bg-act-soft p-4">
          <p>{t('desk.pos.code.for', { register: given.register })}</p>
          <p className="text-3xl font-bold tracking-widest tabular-nums">
            {`${given.code.slice(0, 3)} ${given.code.slice(3)}`}
          </p>
          <Countdown
            end={given.expires_at}
            label={(seconds) => t('desk.pos.code.left', { left: formatCountdown(seconds) })}
            onEnd={() => setGiven(undefined)}
            variant="plain"
          />
        </div>
      )}
      <ul className="mt-3 grid gap-2">
        {open.map(({ id, name, branch, operator }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">
                {t('desk.pos.open.taken', { register: name, operator: operator ?? '' })}
              </span>
              <span className="block text-sm text-ink-2">{branch}</span>
            </span>
            <Button variant="outline" size="md" onClick={() => void create(id, name)}>
              {t('desk.pos.code.create')}
            </Button>
          </li>
        ))}
      </ul>
      {refusal !== undefined && (
        <Notice tone="error" live className="mt-3">
          {describeFailure(site, refusal)}
        </Notice>
      )}
      {dialog}
    </Card>
  )
}
