import { ChevronDown } from 'lucide-react'
import { countryCodes, countryIds } from '#contract/geography.ts'
import { changeCountry } from '#web/features/places/countryChange.ts'
import { Flag } from '#web/features/places/Flag.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { useCartCount } from '#web/storage/cartCount.ts'
import { useCountry } from '#web/storage/country.ts'
import { cx } from '#web/ui/cx.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { pill } from './headerStyles.ts'

/** The country dropdown; it has its own list (specification, section 3). */
export function CountryMenu({ className }: { className?: string }) {
  const { t } = useTranslation()
  const chosen = useCountry()
  const hasCart = useCartCount() > 0
  // Beside a row of links, a cart or Nigeria's vehicle documents, there is room for the code alone, as for "United States" on
  // a phone; there beside both of these for the flag, as the narrowest phones have.
  const isNigeria = chosen.code === 'NG'
  const flagAlone = isNigeria && (hasCart ? 'max-sm:sr-only' : 'max-xs:sr-only')
  const name = t(`common.countries.${chosen.code}`)
  const isTight = hasCart || isNigeria || name.length > 10
  return (
    <MenuButton
      trigger={
        <button type="button" className={cx(pill, 'min-w-0', className)}>
          <Flag code={chosen.code} />
          {/* The accessible name contains the visible text, for voice control. */}
          <span className="sr-only">{t('shell.country.change', { country: '' })}</span>
          <span className={cx(isTight ? 'sm:max-lg:hidden' : 'xs:max-lg:hidden', 'min-[84rem]:hidden', flagAlone)}>
            {chosen.code} <span className="sr-only">{name}</span>
          </span>
          <span
            className={cx(
              'hidden min-w-0 truncate min-[84rem]:inline',
              isTight ? 'sm:max-lg:inline' : 'xs:max-lg:inline',
            )}
          >
            {name}
          </span>
          <ChevronDown aria-hidden="true" className={cx('opacity-70', flagAlone)} />
        </button>
      }
      groups={[
        {
          heading: t('shell.country.label'),
          entries: countryCodes.map((code) => ({
            label: t(`common.countries.${code}`),
            icon: <Flag code={code} />,
            checked: code === chosen.code,
            onSelect: () => {
              if (code !== chosen.code)
                changeCountry({ id: countryIds[code], code, name: t(`common.countries.${code}`) })
            },
          })),
        },
      ]}
    />
  )
}
