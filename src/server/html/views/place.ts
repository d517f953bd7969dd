import type { Place, PlaceKind } from '#contract/browse.ts'
import { formatMoney } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import { getPlacePage } from '#server/features/search/place-page.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { addressOf } from '#server/html/address.ts'
import { breadcrumbs, listData, placeData } from '#server/html/linked-data.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { View } from '#server/html/page.ts'
import { formatCount, linkTo, listOf, plainPage, stepsOf, titled, trailOf, wordsIn, type Asked } from './common.ts'
import { parkLinks } from './park.ts'

export const placeAddress = ({ kind, slug }: Pick<Place, 'kind' | 'slug'>): string => `/${kind}-parking/${slug}`

/** A place and the car parks around it. Where there is none it is a page to be found on, and not one to be listed. */
export const placeView =
  (kind: PlaceKind) =>
  async (asked: Asked): Promise<View> => {
    const { deps, language, params } = asked
    const t = wordsIn(language)
    const place = await getPlacePage(deps, kind, params['place']!, language)
    const { name, country_code, state, state_code, total, radius_m, from } = place
    const head = t(`places.titles.${kind}`, { name })
    const address = placeAddress(place)
    const type = `/${kind}-parking`
    const trail = [
      { name: t('places.home'), address: '/' },
      {
        name: t(`places.heads.${kind}`, { where: t(`places.in.${country_code}`) }),
        address: addressOf(type, { country: country_code }),
      },
      ...(state === null || state_code === null
        ? []
        : [{ name: state, address: addressOf(type, { country: country_code, state: state_code }) }]),
    ]
    const context = [name, place.city, state].filter((part) => part !== null)
    const told = [...new Set(context)].join(', ')
    const counted = { count: total, number: formatCount(total, language), km: radius_m / 1_000, name: told }
    const sentences = [
      t(total === 0 ? 'seo.place.none' : 'seo.place.some', counted),
      ...(from === null
        ? []
        : from.amount === 0
          ? [t('seo.place.from_free')]
          : [t('seo.place.from', { price: formatMoney(from.amount, from.currency, language) })]),
      ...(total === 0 ? [] : [t('seo.place.end')]),
    ]
    const [self] = stepsOf(asked, [{ name: head, address }])
    const parks = stepsOf(
      asked,
      place.parks.map((park) => ({ name: labelPark(park, language), address: `/park/${park.slug}` })),
    )
    return {
      title: titled(language, head, 1),
      description: sentences.join(' '),
      address: total === 0 ? undefined : address,
      data: [
        placeData(place, self!.url),
        ...(parks.length === 0 ? [] : [listData(parks)]),
        breadcrumbs([...stepsOf(asked, trail), self!]),
      ],
      body: () =>
        plainPage(
          { ...asked, path: address },
          html`${trailOf(language, trail)}
            <h1>${head}</h1>
            <p>${sentences.join(' ')}</p>
            <p>
              ${linkTo(language, addressOf('/search', { lat: place.lat, lng: place.lng, place: name }), t('places.find'))}
              <a
                rel="nofollow"
                href="https://www.openstreetmap.org/?mlat=${place.lat}&amp;mlon=${place.lng}#map=15/${place.lat}/${place.lng}"
                >${t('seo.on_map')}</a
              >
            </p>
            ${
              parks.length > 0 &&
              html`<h2>${t('places.nearest')}</h2>
                ${parkLinks(place.parks, language)}`
            }
            ${
              place.nearby.length > 0 &&
              html`<h2>${t('places.nearby')}</h2>
                ${placeLinks(place.nearby, language)}`
            }`,
        ),
    }
  }

export const placeLinks = (places: readonly Place[], language: Language): Markup | undefined =>
  listOf(
    places.map((place) => {
      const context = [...new Set([place.city, place.state])].filter((part) => part !== null && part !== place.name)
      const code = place.kind === 'airport' && place.iata !== null ? ` (${place.iata})` : ''
      return html`${linkTo(language, placeAddress(place), place.name + code)} ${context.join(', ')}`
    }),
  )
