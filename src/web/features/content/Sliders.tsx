import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { slidersShape, type useSliders } from './sliders.ts'

interface SlidersProps {
  sliders: NonNullable<ReturnType<typeof useSliders>>
  /** Whether they are seen as the page opens. */
  atTop?: boolean
}

/** Pictures with a text and a link, one beside the other. They move only when the reader moves them. */
export default function Sliders({ sliders, atTop = false }: SlidersProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const moveTo = (index: number) => {
    const { current } = strip
    current?.scrollTo({ left: ((index + sliders.length) % sliders.length) * current.clientWidth })
  }
  return (
    <section aria-roledescription={t('sliders.kind')} aria-label={t('sliders.title')} className="relative">
      <ul
        ref={strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        className={cx(
          slidersShape,
          'flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] motion-safe:scroll-smooth',
        )}
      >
        {sliders.map((slider, index) => (
          <li key={slider.id} className="relative h-full w-full shrink-0 snap-start">
            <picture>
              <source media="(min-width: 40rem)" srcSet={slider.wide_picture} />
              <img
                src={slider.narrow_picture}
                alt={slider.alt}
                loading={atTop && index === 0 ? 'eager' : 'lazy'}
                decoding="async"
                className="size-full object-cover"
              />
            </picture>
            <Caption slider={slider} />
          </li>
        ))}
      </ul>
      {sliders.length > 1 && (
        <div className="mt-2 flex items-center justify-end gap-1 text-sm text-ink-2 tabular-nums noscript:hidden">
          <span className="mr-2">{t('sliders.count', { number: shown + 1, total: sliders.length })}</span>
          <IconButton
            label={t('sliders.previous')}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => moveTo(shown - 1)}
          />
          <IconButton label={t('sliders.next')} icon={<ChevronRight aria-hidden />} onClick={() => moveTo(shown + 1)} />
        </div>
      )}
    </section>
  )
}

/** The title is a link that covers the slider. On a ground of its own, because nobody knows the colours of the picture. */
function Caption({ slider: { title, text, link } }: { slider: SlidersProps['sliders'][number] }) {
  const look =
    'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-kerb focus-visible:after:rounded-xl'
  return (
    <div className="absolute inset-x-0 bottom-0 bg-night px-4 py-3 text-on-night sm:inset-y-0 sm:right-auto sm:flex sm:w-2/5 sm:flex-col sm:justify-center sm:px-8">
      <h2 className="text-md sm:text-xl">
        {link.startsWith('/') ? (
          <PageLink to={link} className={look}>
            {title}
          </PageLink>
        ) : (
          <a href={link} rel="noreferrer" className={look}>
            {title}
          </a>
        )}
      </h2>
      {text !== null && (
        <p className="mt-1 line-clamp-2 text-sm text-on-night-2 sm:mt-2 sm:line-clamp-3 sm:text-md">{text}</p>
      )}
    </div>
  )
}
