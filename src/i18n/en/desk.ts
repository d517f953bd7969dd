import { pickRowStates } from '#i18n/desk-parts.ts'
import { access } from './desk/access.ts'
import { analytics, analyticsLists, analyticsWords } from './desk/analytics.ts'
import { campaignLists, campaignRecords, campaignWords } from './desk/campaigns.ts'
import { cashLists, cashRecords, cashWords, pos } from './desk/cash.ts'
import { catalogueLists, catalogueRecords, catalogueWords, shop } from './desk/catalogue.ts'
import { common } from './desk/common.ts'
import { contentLists, contentRecords, contentWords } from './desk/content.ts'
import { currencyLists, currencyRecords, currencyWords } from './desk/currencies.ts'
import { deliveries, deliveryLists, deliveryRecords, deliveryWords } from './desk/deliveries.ts'
import { documentLists, documentRecords, documents, documentWords } from './desk/documents.ts'
import { fields } from './desk/fields.ts'
import { gateLists, gateWords } from './desk/gate.ts'
import { healthLists, healthRecords, healthWords } from './desk/health.ts'
import { lists, rowStates } from './desk/lists.ts'
import { moneyRecords } from './desk/money-records.ts'
import { moneyLists, moneyWords } from './desk/money.ts'
import { orderLists, orderRecords, orders, orderWords } from './desk/orders.ts'
import { pageLists, pageRecords, pageWords } from './desk/pages.ts'
import { parkRecords, parks, parkWords } from './desk/parks.ts'
import { partnerLists, partnerRecords, partnerWords } from './desk/partners.ts'
import { payoutLists, payoutRecords, payoutWords } from './desk/payouts.ts'
import { problemLists, problemRecords, problemWords } from './desk/problems.ts'
import { records } from './desk/records.ts'
import { report, reportLists, reportWords } from './desk/reports.ts'
import { settingLists, settingRecords, settings } from './desk/settings.ts'
import { shopLists, shopRecords, shopWords } from './desk/shop.ts'
import { smsLists, smsRecords, smsWords } from './desk/sms.ts'
import { words } from './desk/words.ts'

const allRecords = {
  ...records,
  ...contentRecords,
  ...pageRecords,
  ...partnerRecords,
  ...payoutRecords,
  ...moneyRecords,
  ...healthRecords,
  ...parkRecords,
  ...settingRecords,
  ...shopRecords,
  ...catalogueRecords,
  ...currencyRecords,
  ...campaignRecords,
  ...smsRecords,
  ...orderRecords,
  ...problemRecords,
  ...documentRecords,
  ...cashRecords,
  ...deliveryRecords,
}

const allLists = {
  ...lists,
  ...contentLists,
  ...pageLists,
  ...partnerLists,
  ...payoutLists,
  ...moneyLists,
  ...gateLists,
  ...healthLists,
  ...analyticsLists,
  ...settingLists,
  ...shopLists,
  ...catalogueLists,
  ...currencyLists,
  ...campaignLists,
  ...smsLists,
  ...orderLists,
  ...problemLists,
  ...documentLists,
  ...cashLists,
  ...deliveryLists,
  ...reportLists,
}

/** The back office. The web loads it with the desk alone. */
export const desk = {
  ...common,
  access,
  analytics,
  parks,
  settings,
  shop,
  orders,
  deliveries,
  pos,
  documents,
  fields,
  records: allRecords,
  report,
  lists: allLists,
  row_states: pickRowStates(allLists, allRecords, rowStates),
  words: {
    ...words,
    ...contentWords,
    ...pageWords,
    ...partnerWords,
    ...payoutWords,
    ...moneyWords,
    ...gateWords,
    ...healthWords,
    ...parkWords,
    ...analyticsWords,
    ...shopWords,
    ...catalogueWords,
    ...currencyWords,
    ...campaignWords,
    ...smsWords,
    ...orderWords,
    ...problemWords,
    ...documentWords,
    ...cashWords,
    ...deliveryWords,
    ...reportWords,
  },
}
