import { Download, Ellipsis, Printer, Search, Table2 } from 'lucide-react'
import { type FormEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { tinykeys } from 'tinykeys'
import { areaOf, headingKey } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage } from '#contract/lists/lists.ts'
import { readJson, send } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { lazyPart, MissingDialog } from '#web/page/lazyPart.tsx'
import { useMediaQuery } from '#web/page/media.ts'
import { paths } from '#web/paths.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { listEndpoint } from '../api.ts'
import { useLeaveFor } from '../formGuard.ts'
import { useReauth } from '../Reauth.tsx'
import { ownKey } from '../shortcutSetting.ts'
import { ToolMenu } from '../ToolMenu.tsx'
import { useDeskWords } from '../words.ts'
import { narrowScreen } from './cardLayout.ts'
import { SortChoice } from './ListCards.tsx'
import { AddFilter, FilterChips } from './ListFilters.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { ListAddress } from './useListAddress.ts'

// Most lists are never printed.
const ListPrint = lazyPart(
  async () => (await import('./ListPrint.tsx')).ListPrint,
  ({ onDone }) => <MissingDialog onClose={onDone} />,
  { isWanted: true },
)

/** Thousands of rows take seconds, and longer over a slow connection. */
const longestPrint_ms = 120_000

interface ListToolsProps {
  list: DeskListDescription
  address: ListAddress
  total: number
}

/** Above a list: its search, filters, columns and files. */
export function ListTools({ list, address, total }: ListToolsProps) {
  const { t, translateKey } = useDeskWords()
  const { data: profile } = useProfile()
  const addButton = useRef<HTMLButtonElement>(null)
  const moreTools = useId()
  const isNarrow = useMediaQuery(narrowScreen)
  const [showsMore, setShowsMore] = useState(false)
  const { withReauth, dialog } = useReauth()
  const [printed, setPrinted] = useState<DeskPage>()
  const save = (format: 'csv' | 'xlsx') =>
    withReauth(async () => {
      const { size: _size, page: _page, ...filters } = address.params
      const query = { ...filters, columns: address.columns.join(','), timezone: deviceZone(), format }
      const { download } = await import('#web/api/download.ts')
      const name = `parkwell-${list.name.replaceAll('/', '-')}.${format}`
      await download(listEndpoint(list.name), undefined as never, name, query as never)
      toast(t('desk.exported'))
    })
  // What a mail links to: the file of a report.
  const [search, setSearch] = useSearchParams()
  const mailed = list.report === undefined ? null : search.get('save')
  useEffect(() => {
    if (mailed !== 'csv' && mailed !== 'xlsx') return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('save')
        return next
      },
      { replace: true },
    )
    void save(mailed)
    // Once: the address forgets it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [mailed])
  const print = () =>
    withReauth(async () => {
      const { size: _size, page: _page, ...filters } = address.params
      const query = { ...filters, columns: address.columns.join(','), timezone: deviceZone(), format: 'print' }
      const response = await send(listEndpoint(list.name), { query } as never, 'application/json', longestPrint_ms)
      setPrinted((await readJson(response)) as DeskPage)
    })
  const toggle = (name: string) => {
    const next = address.columns.includes(name)
      ? address.columns.filter((column) => column !== name)
      : Object.keys(list.columns).filter((key) => key === name || address.columns.includes(key))
    if (next.length > 0) address.show({ columns: next.join(','), page: address.params['page'] ?? '' })
  }
  return (
    <div className="mb-3 grid grid-cols-1 gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox list={list} address={address} />
        <AddFilter ref={addButton} list={list} address={address} />
        {isNarrow && (
          <>
            <SortChoice
              list={list}
              sort={address.sort}
              onSort={(sort) => address.show({ sort: sort === list.sort ? '' : sort })}
            />
            <Button
              variant="outline"
              size="md"
              aria-label={t('desk.more_tools')}
              aria-expanded={showsMore}
              aria-controls={showsMore ? moreTools : undefined}
              onClick={() => setShowsMore(!showsMore)}
              className="px-3"
            >
              <Ellipsis aria-hidden="true" className="size-4.5" />
            </Button>
          </>
        )}
        {(!isNarrow || showsMore) && (
          <div id={moreTools} className="flex flex-wrap gap-2 max-sm:w-full">
            {Object.keys(address.fixed).length === 0 && <SavedViews list={list.name} />}
            <ToolMenu
              trigger={
                <Button variant="outline" size="md">
                  <Table2 aria-hidden="true" className="size-4.5" />
                  <span>{t('desk.columns')}</span>
                </Button>
              }
              groups={[
                {
                  entries: Object.keys(list.columns).map((name) => ({
                    label: translateKey(headingKey(list.name, name)),
                    checked: address.columns.includes(name),
                    onSelect: () => toggle(name),
                  })),
                },
                { entries: [{ label: t('desk.reset_columns'), onSelect: () => address.show({ columns: '' }) }] },
              ]}
            />
            <ToolMenu
              trigger={
                <Button variant="outline" size="md" disabled={total === 0}>
                  <Download aria-hidden="true" className="size-4.5" />
                  <span>{t('desk.export')}</span>
                </Button>
              }
              groups={[
                {
                  entries: [
                    { label: t('desk.export_csv'), onSelect: () => save('csv') },
                    { label: t('desk.export_xlsx'), onSelect: () => save('xlsx') },
                    { label: t('desk.print'), icon: <Printer aria-hidden="true" />, onSelect: () => print() },
                  ],
                },
              ]}
            />
          </div>
        )}
        {list.creates !== undefined && profile?.permissions.includes(list.creates.permission) === true && (
          <CreateLink to={paths.desk(list.creates.path)}>
            {translateKey(`desk.lists.${areaOf(list.name)}.create`)}
          </CreateLink>
        )}
      </div>
      <FilterChips list={list} address={address} addButton={addButton} />
      {dialog}
      {printed !== undefined && (
        <Suspense>
          <ListPrint list={list} address={address} page={printed} onDone={() => setPrinted(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function SearchBox({ list, address }: { list: DeskListDescription; address: ListAddress }) {
  const { t, translateKey } = useDeskWords()
  const search = address.params['search'] ?? ''
  const [text, setText] = useState(search)
  // What the address searches for stands in the field, also after going back; the field keeps its focus.
  const [searched, setSearched] = useState(search)
  if (searched !== search) {
    setSearched(search)
    setText(search)
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => tinykeys(window, { '/': ownKey(() => field.current?.focus()) }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    address.show({ search: text.trim() })
  }
  return (
    <form role="search" onSubmit={submit} className="min-w-0 flex-1 basis-72 max-sm:basis-32">
      <Field label={t('desk.search')} hideLabel>
        <TextInput
          ref={field}
          type="search"
          value={text}
          maxLength={120}
          placeholder={translateKey(`desk.lists.${areaOf(list.name)}.search`)}
          onChange={({ target }) => {
            setText(target.value)
            // The field's own button to clear it.
            if (target.value === '' && search !== '') address.show({ search: '' })
          }}
          after={
            <Button type="submit" variant="ghost" size="sm" aria-label={t('desk.search')}>
              <Search aria-hidden="true" className="size-5" />
            </Button>
          }
        />
      </Field>
    </form>
  )
}

/** The link to the form of a new record, which `n` opens too. */
function CreateLink({ to, children }: { to: string; children: ReactNode }) {
  const leaveFor = useLeaveFor()
  useEffect(() => tinykeys(window, { n: ownKey(() => leaveFor(to)) }), [to, leaveFor])
  return (
    <ButtonLink to={to} size="md" className="max-sm:w-full">
      {children}
    </ButtonLink>
  )
}
