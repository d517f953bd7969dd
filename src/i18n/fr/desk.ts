import { access } from './desk/access.ts'
import { common } from './desk/common.ts'
import { contentLists, contentRecords, contentWords } from './desk/content.ts'
import { lists } from './desk/lists.ts'
import { records } from './desk/records.ts'
import { moneyRecords } from './desk/money-records.ts'
import { moneyLists, moneyWords } from './desk/money.ts'
import { words } from './desk/words.ts'

/** The back office. The web loads it with the desk alone. */
export const desk = {
  ...common,
  access,
  records: { ...records, ...contentRecords, ...moneyRecords },
  lists: { ...lists, ...contentLists, ...moneyLists },
  words: { ...words, ...contentWords, ...moneyWords },
}
