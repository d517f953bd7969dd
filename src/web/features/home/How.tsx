import { CalendarX2, ReceiptText, SquareParking } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Page, Section } from '#web/ui/Page.tsx'
import { MoreLink } from './MoreLink.tsx'

const steps = [
  ['price', ReceiptText],
  ['space', SquareParking],
  ['refund', CalendarX2],
] as const

/** Three promises, each of which holds today. */
export function How() {
  const { t } = useTranslation()
  return (
    <Page className="pt-2 lg:pt-4">
      <Section
        title={t('home.how')}
        action={
          <span className="flex flex-wrap gap-x-6">
            <MoreLink to={paths.content('how-parkwell-works')}>{t('home.how_steps')}</MoreLink>
            <MoreLink to={paths.cancellation()}>{t('home.how_cancelling')}</MoreLink>
          </span>
        }
      >
        <ul className="grid gap-5 md:grid-cols-3 md:gap-8">
          {steps.map(([key, Icon]) => (
            <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-line pt-4 md:block">
              <Icon aria-hidden="true" className="row-span-2 size-7 stroke-[1.6] text-act md:mb-4" />
              <h3 className="text-md sm:text-lg">{t(`home.how_${key}`)}</h3>
              <p className="mt-1 text-ink-2">{t(`home.how_${key}_text`)}</p>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
