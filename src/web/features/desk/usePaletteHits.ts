import { useQuery } from '@tanstack/react-query'
import { findWords } from '#contract/accents.ts'
import { deskLists } from '#contract/desk/screens.ts'
import { languageRegister } from '#contract/geography.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { shortestSearch } from '#contract/lists/search.ts'
import type { FoundRecord } from '#contract/lists/search.ts'
import { formatPhone } from '#contract/phone-format.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { call } from '#web/api/call.ts'
import { leaveForm, useLeaveFor } from '#web/features/lists/formGuard.ts'
import { readScreenActions } from '#web/features/lists/screenActions.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { paths } from '#web/paths.ts'
import { useSettled } from '#web/time/useSettled.ts'
import { ownEntries } from './ownEntries.ts'
import { chooseTheme, themes } from './theme.ts'

/** Something that the palette finds: choosing it opens or does it. */
export interface Hit {
  key: string
  label: string
  /** What it is, where its name does not say it. */
  facts?: FoundFacts
  run: () => void
}
interface FoundFacts {
  list: DeskListDescription
  row: DeskRow
}
interface HitGroup {
  heading: string
  items: Hit[]
}

const typing_ms = 150

/** Actions of the screen, screens, what can be created, one's own account, and the records that the server finds. */
export function usePaletteHits(screens: readonly DeskScreen[], permissions: readonly string[], text: string) {
  const { t, translateKey } = useDeskWords()
  const leaveFor = useLeaveFor()
  const own = useOwnHits()
  const { records, isLoading, isSearching } = useRecords(text)
  const open = (key: string, to: string, label: string): Hit => ({ key, label, run: () => leaveFor(to) })
  const titleOf = (name: string) => translateKey(`desk.lists.${areaOf(name)}.title`)
  const words = findWords(text)
  const matching = (hits: readonly Hit[]) =>
    hits.filter(({ label }) => {
      const own = findWords(label).join(' ')
      return words.every((word) => own.includes(word))
    })

  const here = readScreenActions().map(({ name, label, run }): Hit => ({ key: `here ${name}`, label, run }))
  const pages = screens.map(({ name }) => open(name, paths.desk(name), titleOf(name)))
  const created = screens.flatMap(({ name }) => {
    const creates = name in deskLists ? deskLists[name as keyof typeof deskLists].creates : undefined
    if (creates === undefined || !permissions.includes(creates.permission)) return []
    return [open(creates.path, paths.desk(creates.path), translateKey(`desk.lists.${areaOf(name)}.create`))]
  })
  const named = [
    { heading: t('desk.palette.here'), items: matching(here) },
    { heading: t('desk.palette.screens'), items: matching(pages) },
    { heading: t('desk.palette.create'), items: matching(created) },
    { heading: t('desk.palette.own'), items: matching(own) },
  ]
  // Records stand in the order in which the server found them: the kind of the best one first.
  const kinds = [...new Set(records.map(({ list }) => list))]
  const found = kinds.map((kind): HitGroup & { exact: boolean } => {
    const items = records.filter(({ list }) => list === kind)
    return {
      heading: titleOf(kind),
      exact: items.some(({ exact }) => exact),
      items: items.map(({ id, path, names, facts }) => ({
        ...open(`${kind} ${id}`, paths.desk(path), names.map(formatPhone).join(' · ')),
        ...(kind in deskLists && {
          facts: { list: deskLists[kind as keyof typeof deskLists], row: { ...facts, id } as DeskRow },
        }),
      })),
    }
  })
  const groups: HitGroup[] = [
    ...found.filter(({ exact }) => exact),
    ...named,
    ...found.filter(({ exact }) => !exact),
  ].filter(({ items }) => items.length > 0)
  return { groups, isLoading, isSearching }
}

function useRecords(text: string) {
  const q = useSettled(text, typing_ms)
  const isSearching = text.length >= shortestSearch
  const { data, isFetching } = useQuery({
    queryKey: ['desk_search', q],
    queryFn: ({ signal }) => call('GET /api/v1/admin/search', { query: { q }, signal }),
    enabled: isSearching && q.length >= shortestSearch,
  })
  const isCurrent = isSearching && q === text
  const records: readonly FoundRecord[] = isCurrent ? (data?.items ?? []) : []
  return { records, isSearching, isLoading: isSearching && (!isCurrent || isFetching) }
}

/** One's own account, the languages and the themes. */
function useOwnHits(): Hit[] {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const leaveFor = useLeaveFor()
  const { language, switchTo } = useSwitchLanguage()
  const others = offeredLanguages().filter((candidate) => candidate !== language)
  return [
    ...ownEntries.map(({ name, to, onSelect }) => ({
      key: name,
      label: t(name),
      run: () => (to === undefined ? leaveForm(() => onSelect?.()) : leaveFor(to)),
    })),
    ...others.map((other) => ({
      key: `language ${other}`,
      label: `${site('shell.language.label')} · ${languageRegister[other].name}`,
      run: () => void switchTo(other),
    })),
    ...themes.map((theme) => ({
      key: `theme ${theme}`,
      label: `${t('desk.themes.label')} · ${t(`desk.themes.${theme}`)}`,
      run: () => chooseTheme(theme),
    })),
  ]
}
