import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOperator, ParkClaim, ParkListing } from '#contract/partners/partners.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useProveClaim, useReleasePark, useWithdrawClaim, useWithdrawListing } from './api.ts'

type Operator = AnswerOf<typeof getOperator>

/** What an operator runs, has claimed and has offered. */
export function OwnRequests({ operator: { parks, claims, listings } }: { operator: Operator }) {
  const { t } = useTranslation()
  return (
    <>
      {parks.length > 0 && (
        <Section
          title={t('operator.mine')}
          action={
            <ButtonLink to={paths.desk()} size="md">
              {t('operator.to_desk')}
            </ButtonLink>
          }
        >
          <Rows>
            {parks.map((park) => (
              <OwnPark key={park.id} park={park} />
            ))}
          </Rows>
        </Section>
      )}
      {claims.length > 0 && (
        <Section title={t('operator.claims')}>
          <Rows>
            {claims.map((claim) => (
              <Claim key={claim.id} claim={claim} />
            ))}
          </Rows>
        </Section>
      )}
      {listings.length > 0 && (
        <Section title={t('operator.listings')}>
          <Rows>
            {listings.map((listing) => (
              <Listing key={listing.id} listing={listing} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="max-w-3xl divide-y divide-line rounded-xl border border-line bg-card">{children}</ul>
)

const row = 'grid gap-3 px-4 py-3.5'
const line = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2'
const link = 'font-semibold text-act underline-offset-4 hover:underline'

/** Says why a call was refused, and lets anything else end at the error boundary. */
function useFail() {
  const { t } = useTranslation()
  return (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    toast(describeFailure(t, error), { tone: 'error' })
  }
}

function OwnPark({ park }: { park: Operator['parks'][number] }) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const release = useReleasePark()
  const fail = useFail()
  const run = () =>
    release
      .mutateAsync(park.id)
      .then(() => toast(t('operator.released')), fail)
      .finally(() => setIsAsking(false))
  return (
    <li className={row}>
      <div className={line}>
        <PageLink to={paths.park(park.slug)} className={link}>
          {park.name}
          {park.city !== null && `, ${park.city}`}
        </PageLink>
        <Button variant="outline" size="md" onClick={() => setIsAsking(true)}>
          {t('operator.release')}
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('operator.release_title')}
        description={park.name}
        closeLabel={t('common.close')}
        footer={
          <Button wide busy={release.isPending} onClick={run}>
            {t('operator.release')}
          </Button>
        }
      >
        <p>{t('operator.release_text')}</p>
      </Dialog>
    </li>
  )
}

function Claim({ claim: { id, park, state, reason } }: { claim: ParkClaim }) {
  const { t } = useTranslation()
  const withdraw = useWithdrawClaim(id)
  const fail = useFail()
  return (
    <li className={row}>
      <div className={line}>
        <PageLink to={paths.park(park.slug)} className={link}>
          {park.name}
        </PageLink>
        <State state={state} />
      </div>
      {reason !== null && <p className="text-ink-2">{reason}</p>}
      {state === 'open' && (
        <div className="flex flex-wrap items-end gap-2.5">
          <CodeForm id={id} />
          <Button
            variant="outline"
            size="md"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutateAsync(undefined).catch(fail)}
          >
            {t('operator.withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The code that was mailed to the car park's contact. */
function CodeForm({ id }: { id: string }) {
  const { t } = useTranslation()
  const prove = useProveClaim(id)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        setError(undefined)
        prove.mutateAsync(code.trim()).then(
          () => toast(t('operator.proved')),
          (refused: unknown) => {
            if (!(refused instanceof CallError)) throw refused
            setError(describeFailure(t, refused))
          },
        )
      }}
    >
      <Field label={t('operator.code')} error={error} className="w-48">
        <TextInput
          name="claim_code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" size="md" busy={prove.isPending}>
        {t('operator.prove')}
      </Button>
    </form>
  )
}

function Listing({ listing: { id, name, state, reason, slug } }: { listing: ParkListing }) {
  const { t } = useTranslation()
  const withdraw = useWithdrawListing(id)
  const fail = useFail()
  return (
    <li className={row}>
      <div className={line}>
        {slug === null ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <PageLink to={paths.park(slug)} className={link}>
            {name}
          </PageLink>
        )}
        <State state={state} />
      </div>
      {reason !== null && <p className="text-ink-2">{reason}</p>}
      {state === 'open' && (
        <div>
          <Button
            variant="outline"
            size="md"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutateAsync(undefined).catch(fail)}
          >
            {t('operator.withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

function State({ state }: { state: ParkClaim['state'] }) {
  const { t } = useTranslation()
  return (
    <Tag tone={state === 'open' ? 'kerb' : state === 'approved' ? 'act' : 'neutral'}>
      {t(`operator.states.${state}`)}
    </Tag>
  )
}
