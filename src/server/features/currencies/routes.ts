import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/currencies/desk.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import type { Job } from '#server/jobs.ts'
import { currencyFormats } from './formats.ts'
import { createRate, updateCurrency, getCurrency, getRate, deleteRate } from './records.ts'

/** Writes amounts as another process has set, within two seconds. */
export const currenciesJobs: Job[] = [
  {
    name: 'currency_formats',
    every_s: 2,
    only_reads: true,
    due: 'change',
    run: ({ db }) => currencyFormats(db).refresh(),
  },
]

export function currenciesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, contract.getCurrency, ({ params, language }) => getCurrency(db, params.id, language))
  mountChange(
    app,
    deps,
    contract.updateCurrency,
    (tx, { params, body, language }) => updateCurrency(tx, params.id, body, language),
    { afterwards: () => currencyFormats(db).refresh() },
  )
  mountChange(app, deps, contract.createExchangeRate, (tx, { params, body, language, now }) =>
    createRate(tx, params.id, body, language, now),
  )
  mount(app, contract.getExchangeRate, ({ params }) => getRate(db, params.id))
  mountChange(app, deps, contract.deleteExchangeRate, (tx, { params }) => deleteRate(tx, params.id))
}
