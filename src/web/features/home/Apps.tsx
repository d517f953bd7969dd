import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'

/** The two apps, beside a phone that shows a pass. */
export function Apps() {
  const { t } = useTranslation()
  return (
    <Page className="pt-6 lg:pt-10">
      <section className="grid items-center overflow-hidden rounded-2xl border border-line bg-card sm:grid-cols-[1fr_auto]">
        <div className="px-5 py-6 sm:px-8 lg:py-10">
          <h2 className="text-lg lg:text-xl">{t('home.apps')}</h2>
          <p className="mt-1.5 max-w-prose text-ink-2">{t('home.apps_text')}</p>
          <p className="mt-5 flex flex-wrap gap-2.5">
            <ButtonLink href={brand.apps.ios} variant="outline">
              {t('shell.footer.app_store')}
            </ButtonLink>
            <ButtonLink href={brand.apps.android} variant="outline">
              {t('shell.footer.google_play')}
            </ButtonLink>
          </p>
        </div>
        <PhoneWithPass />
      </section>
    </Page>
  )
}

/** Squares of a code that is none. */
const squares = ['1101011', '1001101', '0110010', '1011101', '0100111', '1110010', '1010111']

function PhoneWithPass() {
  return (
    <svg
      viewBox="0 0 220 190"
      className="mx-auto h-48 w-auto self-end sm:mr-10 sm:h-56 lg:mr-16"
      aria-hidden="true"
      fill="none"
    >
      <rect x="36" y="10" width="148" height="220" rx="24" className="fill-paper stroke-edge" strokeWidth="2.5" />
      <rect x="48" y="28" width="124" height="180" rx="12" className="fill-night" />
      <path d="M92 20h36" className="stroke-edge" strokeWidth="3" strokeLinecap="round" />
      <path d="M60 46h44M60 58h28" className="stroke-on-night-2" strokeWidth="4" strokeLinecap="round" />
      <path d="M132 44h28" className="stroke-kerb" strokeWidth="6" strokeLinecap="round" />
      <rect x="60" y="76" width="100" height="100" rx="9" className="fill-qr-paper" />
      {squares.flatMap((row, y) =>
        [...row].map(
          (square, x) =>
            square === '1' && (
              <rect key={`${x} ${y}`} x={75 + x * 10} y={91 + y * 10} width="10" height="10" className="fill-qr" />
            ),
        ),
      )}
    </svg>
  )
}
