import { Search, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { questionsFor } from '#contract/bookings/booking-questions.ts'
import type { Content, GroupItem } from '#contract/content/content.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { settings } from '#contract/settings/settings.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useBooking } from '#web/features/bookings/api-booking.ts'
import { Articles } from '#web/features/content-pages/Articles.tsx'
import { Blocks } from '#web/features/content-pages/Blocks.tsx'
import { contentQuery, useContent } from '#web/features/content/api.ts'
import { Contents } from '#web/features/content/Contents.tsx'
import { Questions } from '#web/features/content/Groups.tsx'
import { useHash } from '#web/features/content/useHash.ts'
import { ContentWaiting } from '#web/features/content/Waiting.tsx'
import { LeadForm } from '#web/features/leads/LeadForm.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { findArticles, findQuestions } from './searchQuestions.ts'

export const preload = (({ queries, language }) => queries.fetchQuery(contentQuery(language, 'help'))) satisfies Preload

/** Questions and answers by group, with a search; the questions about the booking in the address come first. */
export default function HelpPage() {
  const { data: content, error, refetch } = useContent('help')
  usePageTitle(content && `${content.title} | ${settings().company.name}`)
  useHash(content !== undefined)
  if (error !== null && content === undefined) return <LoadFailed error={error} onRetry={refetch} level={1} />
  if (content === undefined) return <ContentWaiting />
  return <Help content={content} />
}

const questionsOf = ({ sections }: Content): GroupItem[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'questions' ? block.items : [])))

function Help({ content }: { content: Content }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [typed, setTyped] = useState('')
  const questions = questionsOf(content)
  const found = findQuestions(questions, typed)
  const articles = findArticles(content.items, typed)
  const code = query.get('booking')
  return (
    <>
      <div className="bay-hero -mt-2 on-night">
        <Page className="pt-8 pb-9 lg:pt-14 lg:pb-13">
          <h1 tabIndex={-1} className="text-[2.15rem] leading-[1.08] tracking-display lg:text-3xl">
            {content.headline}
          </h1>
          <p className="mt-3 max-w-prose text-md text-on-night-2">{content.lead}</p>
          <SearchBox typed={typed} onType={setTyped} />
        </Page>
      </div>
      <Page className="lg:grid lg:grid-cols-[minmax(0,46rem)_15rem] lg:gap-x-20">
        <div className="pt-6">
          <p role="status" className="sr-only">
            {found && t('help.found', { count: found.length + articles.length })}
          </p>
          {found === undefined ? (
            <>
              {code !== null && <BookingHelp code={code} questions={questions} />}
              {articles.length > 0 && (
                <section className="py-5">
                  <h2 className="mb-3 text-xl">{t('help.articles')}</h2>
                  <Articles articles={articles} />
                </section>
              )}
              {content.sections.map((section) => (
                <section key={section.id} id={section.id} className="py-5">
                  {section.title !== null && <h2 className="mb-3 text-xl">{section.title}</h2>}
                  <Blocks blocks={section.blocks} items={[]} />
                </section>
              ))}
            </>
          ) : (
            <FoundQuestions found={found} articles={articles} onClear={() => setTyped('')} />
          )}
          <Section id="contact" title={t('help.write')} className="py-8">
            <p className="mb-4 max-w-prose text-md text-ink-2">{t('help.write_text')}</p>
            <LeadForm kind="contact" />
          </Section>
        </div>
        <Contents sections={found === undefined ? content.sections : []} />
      </Page>
    </>
  )
}

function SearchBox({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="mt-6 max-w-xl">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {t('help.search')}
      </label>
      <TextInput
        id={id}
        type="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        placeholder={t('help.search_example')}
        autoComplete="off"
        enterKeyHint="search"
        before={<Search aria-hidden="true" className="size-5" />}
        after={
          typed !== '' && (
            <IconButton
              label={t('help.clear')}
              icon={<X aria-hidden="true" />}
              onClick={() => onType('')}
              className="text-ink-2"
            />
          )
        }
        className="[&_input::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}

interface FoundProps {
  found: readonly GroupItem[]
  articles: Content['items']
  onClear: () => void
}

function FoundQuestions({ found, articles, onClear }: FoundProps) {
  const { t } = useTranslation()
  const clear = (
    <Button variant="outline" size="md" onClick={onClear}>
      {t('help.clear')}
    </Button>
  )
  const count = found.length + articles.length
  if (count === 0)
    return (
      <EmptyState picture="search" title={t('help.none')} action={clear}>
        <p>{t('help.none_text')}</p>
      </EmptyState>
    )
  return (
    <section className="grid gap-4 py-5">
      <h2 className="text-xl">{t('help.found', { count })}</h2>
      {articles.length > 0 && <Articles articles={articles} />}
      <Questions items={found} open={found.length <= 3} />
      <div>{clear}</div>
    </section>
  )
}

interface BookingHelpProps {
  code: string
  questions: readonly GroupItem[]
}

/** Questions for the current status of the booking. */
function BookingHelp({ code, questions }: BookingHelpProps) {
  const { t } = useTranslation()
  return useSignedIn() ? (
    <OwnBooking code={code} questions={questions} />
  ) : (
    <Notice>{t('help.booking_failed', { code })}</Notice>
  )
}

function OwnBooking({ code, questions }: BookingHelpProps) {
  const { t } = useTranslation()
  const { data: booking, isError } = useBooking(code)
  if (booking === undefined)
    return isError ? <Notice live>{t('help.booking_failed', { code })}</Notice> : <div className="min-h-40" />
  const suggested = questionsFor[booking.status].flatMap((id) => questions.filter((question) => question.id === id))
  return (
    <Card as="section" padding="lg" chosen className="mb-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg">{t('help.booking', { park: parkLabel(booking.park, t) })}</h2>
          <p className="mt-1 mb-4 text-ink-2">{t('help.booking_text', { code: booking.booking_code })}</p>
        </div>
        <ButtonLink to={paths.bookingDetails(booking.booking_code)} variant="outline" size="md">
          {t('help.booking_open')}
        </ButtonLink>
      </div>
      <Questions items={suggested.map((question) => ({ ...question, id: `booking-${question.id}` }))} />
    </Card>
  )
}
