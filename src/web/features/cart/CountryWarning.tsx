import { useState } from 'react'
import { chooseCountry } from '#web/features/places/country.ts'
import { declineCountry, useCountryChange } from '#web/features/places/countryChange.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { emptyCart } from './api.ts'

/** Warns before a change of country empties the cart; declining leaves both as they are. */
export default function CountryWarning() {
  const { t } = useTranslation()
  const pending = useCountryChange()
  const [hasFailed, setFailed] = useState(false)
  if (pending === undefined) return null
  const confirm = async () => {
    setFailed(false)
    try {
      await emptyCart()
    } catch {
      setFailed(true)
      return
    }
    declineCountry()
    chooseCountry(pending.country, pending.at)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && declineCountry()}
      title={t('cart.change_country')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={declineCountry}>
            {t('cart.change_country_keep')}
          </Button>
          <Button onClick={confirm}>{t('cart.change_country_confirm')}</Button>
        </>
      }
    >
      <p>{t('shell.country.cart_warning')}</p>
      {hasFailed && (
        <Notice tone="error" className="mt-3">
          {t('cart.change_country_failed')}
        </Notice>
      )}
    </Dialog>
  )
}
