import { CloudOff, Wifi } from 'lucide-react'
import { useState } from 'react'
import { languageRegister } from '#contract/geography.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { logOut } from '#web/api/logout.ts'
import { DeviceSwitch } from '#web/features/notifications/DeviceSwitch.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { paths } from '#web/paths.ts'
import { formatList, formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { ShownDay } from './applySteps.ts'
import { CashSection } from './CashSection.tsx'
import type { CourierPhone } from './courierPhone.ts'
import { DoneList, OfferCard } from './DayParts.tsx'
import { TaskCard } from './task/TaskCard.tsx'
import { usePhoneState } from './useCourierPhone.ts'
import { usePosition } from './usePosition.ts'
import { useCourierWords } from './words.ts'

interface ScreenProps {
  phone: CourierPhone
  day: ShownDay
  failure: unknown
}

/** The zone of the phone, for times that belong to no branch. */
const phoneZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a courier has, what is offered to them, and what they did today, in one column. */
export function CourierScreen({ phone, day, failure }: ScreenProps) {
  const { t } = useCourierWords()
  const { t: site } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const isOnDuty = day.on_duty_since !== null
  const shown = day.mine.find(({ id }) => id === chosen) ?? day.mine[0]
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-4">
      <header className="grid gap-1">
        <h1 className="text-xl">{t('courier.title')}</h1>
        <StatusLine phone={phone} />
      </header>
      {failure !== undefined && failure !== null && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
      <Refusals phone={phone} />
      {!isOnDuty && <Duty phone={phone} day={day} />}
      {(isOnDuty || day.mine.length > 0) && (
        <section className="grid gap-2.5">
          <h2 className="text-lg">{t('courier.mine')}</h2>
          {day.mine.length === 0 && <p className="text-ink-2">{t('courier.mine_none')}</p>}
          <SharedPosition day={day} />
          {day.mine.map((task) => (
            <TaskCard
              key={task.id}
              phone={phone}
              task={task}
              isOpen={task === shown}
              onOpen={() => setChosen(task.id)}
            />
          ))}
        </section>
      )}
      {isOnDuty && (
        <section className="grid gap-2.5">
          <h2 className="text-lg">{t('courier.offered')}</h2>
          {day.offered.length === 0 && <p className="text-ink-2">{t('courier.offered_none')}</p>}
          {day.offered.map((offer) => (
            <OfferCard key={offer.id} phone={phone} offer={offer} />
          ))}
        </section>
      )}
      {isOnDuty && <DeviceSwitch offers text={t('courier.device')} />}
      <CashSection phone={phone} day={day} />
      <DoneList done={day.done} />
      {isOnDuty && <Duty phone={phone} day={day} />}
      <Footer />
    </div>
  )
}

function Duty({ phone, day }: { phone: CourierPhone; day: ShownDay }) {
  const { t, locale } = useCourierWords()
  const { t: site } = useTranslation()
  const [failure, setFailure] = useState<unknown>()
  const { connection } = usePhoneState(phone)
  const { on_duty_since: since, branches } = day
  const isOn = since !== null
  const change = async () => {
    setFailure(undefined)
    const done = await call('PUT /api/v1/courier/duty', { body: { on_duty: !isOn } }).catch(setFailure)
    if (done !== undefined) await phone.keepDay(done)
  }
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-card p-4">
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <span aria-hidden="true" className={`size-2.5 rounded-full ${isOn ? 'bg-free' : 'bg-full'}`} />
          {t(isOn ? 'courier.duty.on' : 'courier.duty.off')}
          {isOn && (
            <span className="ml-auto text-sm font-normal text-ink-2">
              {t('courier.duty.since', { time: formatTime(new Date(since), phoneZone(), locale) })}
            </span>
          )}
        </p>
        <p className="text-sm text-ink-2">
          {branches.length === 0
            ? t('courier.duty.no_branch')
            : isOn
              ? t('courier.duty.branches', {
                  branches: formatList(
                    branches.map(({ name }) => name),
                    locale,
                  ),
                })
              : t('courier.duty.off_text')}
        </p>
      </div>
      {failure !== undefined && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
      {(branches.length > 0 || isOn) && (
        <Button
          variant={isOn ? 'outline' : 'primary'}
          size={isOn ? 'md' : 'lg'}
          wide
          disabled={connection === 'offline'}
          onClick={change}
        >
          {t(isOn ? 'courier.duty.end' : 'courier.duty.start')}
        </Button>
      )}
    </section>
  )
}

/** Steps that the server refused, with its sentence. */
function Refusals({ phone }: { phone: CourierPhone }) {
  const { t } = useCourierWords()
  const { steps, day } = usePhoneState(phone)
  return steps
    .filter(({ refusal }) => refusal !== undefined)
    .map(({ seq, step, refusal }) => {
      const task = day?.mine.find(({ id }) => id === step.delivery_id)
      const title = t('courier.steps.refused')
      return (
        <Notice
          key={seq}
          tone="error"
          title={task === undefined ? title : `${t('courier.token', { token: task.token })} · ${title}`}
          action={
            <Button variant="outline" size="sm" onClick={() => phone.dismiss(seq)}>
              {t('courier.steps.dismiss')}
            </Button>
          }
        >
          {refusal}
        </Notice>
      )
    })
}

/** Whether the customers of the orders under way see where the courier is. */
function SharedPosition({ day }: { day: ShownDay }) {
  const { t } = useCourierWords()
  const isOut = day.mine.some(({ state }) => state === 'picked_up')
  const { sharing, start, stop } = usePosition(isOut)
  if (!isOut) return null
  if (sharing === 'on')
    return (
      <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
        {t('courier.position.on')}
        <Button variant="link" onClick={stop}>
          {t('courier.position.stop')}
        </Button>
      </p>
    )
  return (
    <Notice
      title={t('courier.position.title')}
      action={
        <Button variant="outline" size="sm" onClick={start}>
          {t('courier.position.start')}
        </Button>
      }
    >
      {t(sharing === 'refused' ? 'courier.position.refused' : 'courier.position.text')}
    </Notice>
  )
}

/** Whether there is a network, and how many steps wait to be sent. */
function StatusLine({ phone }: { phone: CourierPhone }) {
  const { t, locale } = useCourierWords()
  const { connection, steps, read_at } = usePhoneState(phone)
  const unsent = steps.filter(({ refusal }) => refusal === undefined).length
  const Icon = connection === 'offline' ? CloudOff : Wifi
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
        <Icon aria-hidden="true" className="size-4" />
        {t(`courier.status.${connection}`)}
      </span>
      {connection === 'offline' && read_at !== undefined && (
        <span>{t('courier.status.as_of', { time: formatTime(new Date(read_at), phoneZone(), locale) })}</span>
      )}
      {unsent > 0 && <span className="font-semibold">{t('courier.status.unsent', { count: unsent })}</span>}
    </p>
  )
}

function Footer() {
  const { t } = useCourierWords()
  const { language, switchTo } = useSwitchLanguage()
  return (
    <footer className="flex flex-wrap gap-x-4 border-t border-line pt-2">
      {switchLanguages()
        .filter((candidate) => candidate !== language)
        .map((language) => (
          <Button key={language} variant="link" lang={language} onClick={() => switchTo(language)}>
            {languageRegister[language].name}
          </Button>
        ))}
      <Button variant="link" onClick={() => logOut(paths.courier())}>
        {t('courier.log_out')}
      </Button>
    </footer>
  )
}
