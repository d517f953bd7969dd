import { type Article, findArticle } from './park-label.ts'

/** Returns the title of car parks near a place, with the article that its name takes in French. */
export function titleNear(
  where: string,
  isFrench: boolean,
  t: (key: 'search.title' | `park.near.${Article}`, params: { where: string }) => string,
): string {
  const article = isFrench ? findArticle(where) : 'plain'
  return t(article === 'plain' ? 'search.title' : `park.near.${article}`, { where })
}

/** Nouns that French writes small within a title, where a name begins with them: "près de la gare Union". */
const smallNouns = /^(?:Aéroport|Gare|Stade)(?= )/

/** Returns the title of a place's page: in a city, near an airport, stadium or station. */
export function titlePlace(
  { kind, name }: { kind: string; name: string },
  isFrench: boolean,
  t: (key: 'places.titles.city' | `places.titles.${Article}`, params: { name: string }) => string,
): string {
  if (kind === 'city') return t('places.titles.city', { name })
  if (!isFrench) return t('places.titles.plain', { name })
  const written = name.replace(smallNouns, (noun) => noun.toLowerCase())
  return t(`places.titles.${findArticle(name)}`, { name: written })
}
