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
