import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '#contract/places/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { setAnswerWithin } from '#web/api/call.ts'
import { setPageConfig } from '#web/api/config.ts'

/*
 * What a page calls is answered from memory, as JSON: the first time it is fetched from our server. So this peer's pages do
 * without the work that their data costs ours.
 */

const languages = new AsyncLocalStorage<Language>()
const known = new Map<string, Promise<{ status: number; json: string }>>()

async function fetchAnswer(path: string, language: Language): Promise<{ status: number; json: string }> {
  const response = await fetch(`${process.env['API_ORIGIN']}${path}`, { headers: { 'accept-language': language } })
  return { status: response.status, json: await response.text() }
}

/** Runs `work` so that calls of the contract within it are answered in this language. */
export function withAnswers<T>(language: Language, work: () => Promise<T>): Promise<T> {
  return languages.run(language, work)
}

setPageConfig(JSON.parse(process.env['PAGE_CONFIG']!) as PageConfig)
setAnswerWithin((endpoint, { params, query }) => {
  const language = languages.getStore()
  if (language === undefined) return undefined
  const pattern = endpoint.slice(endpoint.indexOf(' ') + 1)
  const values = params as Record<string, unknown>
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams(query).toString()
  const address = search === '' ? path : `${path}?${search}`
  const key = `${language} ${address}`
  const answer = known.get(key) ?? fetchAnswer(address, language)
  known.set(key, answer)
  return answer.then(({ status, json }) => ({ status, body: JSON.parse(json) as unknown }))
})
