import { Phone as PhoneIcon } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import type { ShownTask } from '../applySteps.ts'
import type { CourierPhone } from '../courierPhone.ts'
import { DeclineForm } from '../DeclineForm.tsx'
import { OfferFacts, OfferTitle } from '../OfferFacts.tsx'
import { usePhoneState } from '../useCourierPhone.ts'
import { useCourierWords } from '../words.ts'
import { BringBackForm } from './BringBackForm.tsx'
import { Destination, Directions } from './Destination.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { PickUpForm } from './PickUpForm.tsx'

interface TaskCardProps {
  phone: CourierPhone
  task: ShownTask
  isOpen: boolean
  onOpen: () => void
}

/** How far a delivery is. */
const stageOf = ({ state, at_branch_at, arrived_at }: ShownTask) =>
  state === 'accepted'
    ? at_branch_at === null
      ? 'accepted'
      : 'at_branch'
    : arrived_at === null
      ? 'picked_up'
      : 'arrived'

/** A delivery of the courier's own; the open one shows its next step. */
export function TaskCard({ phone, task, isOpen, onOpen }: TaskCardProps) {
  const { t } = useCourierWords()
  const stage = stageOf(task)
  return (
    <Card as="article" chosen={isOpen} className="grid gap-3">
      <OfferTitle offer={task}>
        <Tag tone={stage === 'picked_up' || stage === 'arrived' ? 'act' : 'neutral'}>
          {t(`courier.states.${stage}`)}
        </Tag>
        {task.isWaiting && <Tag tone="few">{t('courier.steps.waits')}</Tag>}
      </OfferTitle>
      {!isOpen && (
        <>
          <OfferFacts offer={task} />
          <Button variant="outline" size="md" onClick={onOpen}>
            {t('courier.open')}
          </Button>
        </>
      )}
      {isOpen &&
        (task.state === 'accepted' ? (
          <BeforePickUp phone={phone} task={task} />
        ) : (
          <OnTheWay phone={phone} task={task} />
        ))}
    </Card>
  )
}

function BeforePickUp({ phone, task }: Pick<TaskCardProps, 'phone' | 'task'>) {
  const { t } = useCourierWords()
  const [isGivingBack, setGivingBack] = useState(false)
  const { connection } = usePhoneState(phone)
  const { branch, id } = task
  return (
    <>
      <OfferFacts offer={task} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere text-ink-2">{branch.address}</p>
        <Directions point={branch} />
      </div>
      {task.at_branch_at === null ? (
        <Button wide onClick={() => phone.record({ kind: 'at_branch', delivery_id: id })}>
          {t('courier.steps.at_branch')}
        </Button>
      ) : (
        <PickUpForm phone={phone} task={task} />
      )}
      {isGivingBack ? (
        <DeclineForm
          phone={phone}
          id={id}
          submit={t('courier.give_back_submit')}
          onCancel={() => setGivingBack(false)}
        />
      ) : (
        <Button variant="link" disabled={connection === 'offline'} onClick={() => setGivingBack(true)}>
          {t('courier.give_back')}
        </Button>
      )}
    </>
  )
}

function OnTheWay({ phone, task }: Pick<TaskCardProps, 'phone' | 'task'>) {
  const { t } = useCourierWords()
  const [isBringingBack, setBringingBack] = useState(false)
  const { customer, id, arrived_at } = task
  return (
    <>
      <Destination task={task} />
      {customer.phone !== null && (
        <ButtonLink href={`tel:${customer.phone}`} variant="outline" size="md">
          <PhoneIcon aria-hidden="true" className="size-4.5" />
          {customer.name === null ? t('courier.place.call_unnamed') : t('courier.place.call', { name: customer.name })}
        </ButtonLink>
      )}
      {arrived_at === null && !isBringingBack && (
        <Button wide onClick={() => phone.record({ kind: 'arrived', delivery_id: id })}>
          {t('courier.steps.arrived')}
        </Button>
      )}
      {arrived_at !== null && !isBringingBack && <HandOverForm phone={phone} task={task} />}
      {isBringingBack ? (
        <BringBackForm phone={phone} task={task} onCancel={() => setBringingBack(false)} />
      ) : (
        <Button variant="link" onClick={() => setBringingBack(true)}>
          {t('courier.bring_back.open')}
        </Button>
      )}
    </>
  )
}
