import type { Park } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'

/** The photos of a park, side by side; those out of sight are loaded when they come near. */
export function Photos({ park: { photos } }: { park: Park }) {
  const { t } = useTranslation()
  if (photos.length === 0) return null
  return (
    // The strip is reached and moved by keyboard.
    <section aria-label={t('park.photos')} tabIndex={0} className="-mx-1 overflow-x-auto p-1">
      <ul className="flex snap-x gap-3">
        {photos.map(({ id, url, width, height, description, credit }) => (
          <li key={id} className="shrink-0 snap-start">
            <a href={url} className="block rounded-xl">
              <img
                src={`${url}?size=small`}
                srcSet={`${url}?size=small 640w, ${url} ${width}w`}
                sizes="(min-width: 1024px) 26rem, 80vw"
                alt={description}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
                className="h-48 w-auto max-w-[80vw] rounded-xl bg-sunk object-cover sm:h-60"
              />
            </a>
            {credit !== null && <p className="mt-1 text-xs text-ink-2">{t('park.photo_credit', { name: credit })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
