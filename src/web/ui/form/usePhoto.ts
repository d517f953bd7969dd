import { type RefObject, useRef, useState } from 'react'
import { shrinkPicture } from '#web/page/pictures.ts'
import { useLastWork } from '#web/page/useLastWork.ts'

/** The photo of a `PhotoField`. */
export interface Photo {
  /** A `data:` URL of what was chosen last and could be read. */
  url: string | undefined
  isPreparing: boolean
  /** What was chosen last is no picture. */
  isUnreadable: boolean
  /** Neither chosen nor being prepared: for forms that need one. */
  isMissing: boolean
  choose: (file: Blob) => void
  remove: () => void
  /**
   * What a form sends: waits while a photo is being made smaller. Undefined, with the focus on the field and its sentence,
   * if what was chosen cannot be read.
   */
  whenReady: () => Promise<{ url: string | undefined } | undefined>
  /** The button that chooses a photo. */
  button: RefObject<HTMLButtonElement | null>
}

interface PhotoOptions {
  initial?: string | undefined
  /** Called with each photo that is ready, and with undefined when it is removed or cannot be read. */
  onChange?: (url: string | undefined) => void
}

/** Holds the photo of a form. Forms send what `whenReady` gives, never `url`: that may be the photo before. */
export function usePhoto({ initial, onChange }: PhotoOptions = {}): Photo {
  const [state, setState] = useState({ url: initial, isUnreadable: false })
  const { isRunning, start, whenDone } = useLastWork<{ url: string | undefined } | undefined>({ url: initial })
  const newest = useRef<object>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const show = (ready: { url: string | undefined } | undefined) => {
    setState({ url: ready?.url, isUnreadable: ready === undefined })
    onChange?.(ready?.url)
    return ready
  }
  return {
    ...state,
    isPreparing: isRunning,
    isMissing: state.url === undefined && !state.isUnreadable && !isRunning,
    choose: (file) => {
      const mark = {}
      newest.current = mark
      const shrink = async () => {
        const ready = await shrinkPicture(file).then(
          (url) => ({ url }),
          () => undefined,
        )
        return newest.current === mark ? show(ready) : ready
      }
      start(shrink())
    },
    remove: () => {
      newest.current = undefined
      start(Promise.resolve(show({ url: undefined })))
    },
    whenReady: async () => {
      const ready = await whenDone()
      if (ready === undefined) button.current?.focus()
      return ready
    },
    button,
  }
}
