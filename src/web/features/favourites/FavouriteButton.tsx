import { Heart } from 'lucide-react'
import { maxFavourites } from '#contract/favourites/favourite-rules.ts'
import { CallError } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useChangeFavourite, useFavourites } from './api.ts'

interface FavouriteButtonProps {
  park_id: string
  /** The car park's name as it is shown. */
  name: string
  variant?: 'ghost' | 'night'
  className?: string
}

/** The heart of a car park: pressed if it is among the reader's favourites. */
export function FavouriteButton({ park_id, name, variant = 'ghost', className }: FavouriteButtonProps) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const favourites = useFavourites()
  const change = useChangeFavourite()
  const isFavourite = favourites?.includes(park_id) === true
  const label = t('park.favourite', { name })

  const toggle = () => {
    const isAdded = !isFavourite
    if (isAdded && !signedIn && (favourites?.length ?? 0) >= maxFavourites)
      return toast(t('park.favourites_full', { most: maxFavourites }), { tone: 'error' })
    change.mutate(
      { park_id, isAdded },
      {
        onSuccess: () => {
          if (isAdded) toast(t(signedIn ? 'park.favourite_added' : 'park.favourite_on_device'))
        },
        onError: (error) =>
          toast((error instanceof CallError && error.problem?.message) || t('common.network_error'), { tone: 'error' }),
      },
    )
  }
  return (
    <IconButton
      variant={variant}
      label={label}
      icon={
        <Heart
          aria-hidden="true"
          className={cx(isFavourite && (variant === 'night' ? 'fill-current' : 'fill-current text-bad'))}
        />
      }
      aria-pressed={isFavourite}
      disabled={favourites === undefined}
      onClick={toggle}
      className={className}
    />
  )
}
