import type { DeskListDescription } from '#contract/lists/lists.ts'
import { createRecordWords, type RecordWords as Words } from '#contract/lists/record-words.ts'
import { useDeskWords } from '../words.ts'

export type RecordWords = Words

/** The sentences of a record in the reader's language. */
export function useRecordWords(list: DeskListDescription): RecordWords {
  const { translateKey } = useDeskWords()
  return createRecordWords(list, translateKey)
}
