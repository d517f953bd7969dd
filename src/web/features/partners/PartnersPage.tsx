import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BodyOf } from '#contract/endpoint.ts'
import type { claimPark, listCharger, listSpace } from '#contract/partners/partners.ts'
import { useSignedIn } from '#web/api/session.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useClaimPark, useListCharger, useListSpace, useOperator } from './api.ts'
import type { OperatorFormKind } from './forms.ts'
import { OperatorForm } from './OperatorForm.tsx'
import { OwnRequests } from './OwnRequests.tsx'

const steps = ['claim', 'list', 'run'] as const

/** For operators: how to claim a car park or list a space or a charger, the forms, and what became of them. */
export default function PartnersPage() {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  return (
    <Page className="pb-12">
      <PageHead
        title={t('operator.title')}
        lead={t('operator.lead')}
        actions={
          <ButtonLink to={paths.content('car-park-management')} variant="outline" size="md">
            {t('operator.more')}
          </ButtonLink>
        }
      />
      {isSignedIn ? (
        <div className="grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0">
            <Operator />
          </div>
          <Picture name="garage" tile className="self-start" />
        </div>
      ) : (
        <EmptyState
          picture="signed_out"
          title={t('operator.log_in')}
          action={<Button onClick={() => openLogin()}>{t('operator.log_in_button')}</Button>}
        >
          {t('operator.log_in_text')}
        </EmptyState>
      )}
      <ol className="grid gap-3 pt-10 lg:grid-cols-3">
        {steps.map((step, index) => (
          <Card key={step} as="li" padding="lg" className="grid content-start gap-1.5">
            <span aria-hidden="true" className="text-2xl font-black text-ink-3">
              {index + 1}
            </span>
            <h2 className="text-md font-bold">{t(`operator.how_${step}`)}</h2>
            <p className="text-ink-2">{t(`operator.how_${step}_text`)}</p>
          </Card>
        ))}
      </ol>
    </Page>
  )
}

function Operator() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOperator()
  const [search] = useSearchParams()
  const [kind, setKind] = useState<OperatorFormKind>('claim')
  const claim = useClaimPark()
  const space = useListSpace()
  const charger = useListCharger()
  if (data === undefined && error !== null) return <LoadFailed error={error} onRetry={refetch} />
  if (data === undefined)
    return (
      <Loading label={t('common.loading')}>
        <Skeleton className="h-160 rounded-xl lg:h-138" />
      </Loading>
    )
  const forms = {
    claim: (values: object) => claim.mutateAsync(values as BodyOf<typeof claimPark>),
    space: (values: object) => space.mutateAsync(values as BodyOf<typeof listSpace>),
    charger: (values: object) => charger.mutateAsync(values as BodyOf<typeof listCharger>),
  }
  return (
    <>
      <OwnRequests operator={data} />
      <Tabs
        label={t('operator.tabs.label')}
        value={kind}
        onChange={setKind}
        tabs={(['claim', 'space', 'charger'] as const).map((value) => ({
          value,
          label: t(`operator.tabs.${value}`),
          panel: (
            <OperatorForm
              kind={value}
              park={search.get('park') ?? undefined}
              ownParks={data.parks}
              onSend={forms[value]}
            />
          ),
        }))}
      />
    </>
  )
}
