import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CountryCode, Suggestion } from '#contract/places.ts'
import { knownPlacesOf, suggestionsOf } from '#web/features/parks/api.ts'
import { suggestLocally } from './localSuggestions.ts'

/** So short that the answer stands there before one looks up, so long that a fast hand asks once for two letters. */
const debounce_ms = 40

const none: readonly Suggestion[] = []

/**
 * Places and parks for a text as it is typed. The server is asked when the typing rests, and what was asked before is
 * given up; until it answers, `suggestions` are what the page knows to be right, and `pending` says so.
 */
export function useSuggestions(
  text: string,
  country: CountryCode,
  recent: readonly Suggestion[],
  /** Whether the box is about to be typed into. */
  near: boolean,
) {
  const { language } = useTranslation().i18n
  const client = useQueryClient()
  const { data: known = [] } = useQuery({ ...knownPlacesOf(language, country), enabled: near })
  const settled = useDebounced(text, debounce_ms)
  const asked = useQuery({ ...suggestionsOf(language, settled, country), enabled: settled !== '' })
  const answer = text === settled ? asked.data : client.getQueryData(suggestionsOf(language, text, country).queryKey)
  const atOnce = useMemo(() => {
    if (text === '' || answer !== undefined) return none
    const earlier = () => {
      for (let length = text.length - 1; length > 0; length -= 1) {
        const begun = text.slice(0, length).trim()
        const found = client.getQueryData(suggestionsOf(language, begun, country).queryKey)
        if (found !== undefined) return found
      }
      return none
    }
    return suggestLocally(text, { earlier: earlier(), known, recent })
  }, [client, language, country, text, answer, known, recent])
  return {
    suggestions: answer ?? atOnce,
    pending: text !== '' && answer === undefined,
    failed: text === settled && asked.isError,
  }
}

/** A value once it has rested for a while. */
function useDebounced(value: string, rest_ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest_ms)
    return () => clearTimeout(timer)
  }, [value, rest_ms])
  return settled
}
