import { Camera } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { cx } from '../cx.ts'
import { Notice } from '../Notice.tsx'

/** A picture is read so often. */
const every_ms = 150
/** A code that stays in front of the camera is read once; again after it was away for this long. */
const away_ms = 2_000

interface CodeCameraProps {
  labels: {
    start: string
    /** Without it, the camera is on until it is no longer shown. */
    stop?: string
    /** What to point the camera at, where nothing else says so. */
    hint?: string
    /** Names the picture. */
    view: string
    /** What to do when the browser may not use the camera, has none, or reads no codes. */
    refused: string
    missing: string
    unsupported: string
  }
  /** Whether it turns itself on; otherwise only where the browser has been allowed to before. */
  startsOn?: boolean
  /** Whether it reads the barcodes of goods besides QR codes. */
  readsBarcodes?: boolean
  /** Nothing is read while it is true, such as while the result of a code is shown. */
  isPaused: boolean
  onCode: (text: string) => Promise<void>
}

/** The camera, which reads QR codes and barcodes. Browsers without a reader of their own load one. */
export function CodeCamera({ labels, startsOn = false, readsBarcodes = false, isPaused, onCode }: CodeCameraProps) {
  const [isOn, setIsOn] = useState(startsOn)
  const [problem, setProblem] = useState<'refused' | 'missing' | 'unsupported'>()
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    let isCurrent = true
    // Not every browser knows this name.
    const query = navigator.permissions?.query({ name: 'camera' as PermissionName }).catch(() => undefined)
    void query?.then((permission) => {
      if (isCurrent && permission?.state === 'granted') setIsOn(true)
    })
    return () => {
      isCurrent = false
    }
  }, [])

  useEffect(() => {
    if (!isOn) return undefined
    let stream: MediaStream | undefined
    let isCurrent = true
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void openCamera().then(
      (opened) => {
        stream = opened
        if (isCurrent && video.current !== null) video.current.srcObject = opened
        else stop()
      },
      (error: unknown) => {
        if (!isCurrent) return
        setIsOn(false)
        setProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing')
      },
    )
    return () => {
      isCurrent = false
      stop()
    }
  }, [isOn])

  const stopUnsupported = useCallback(() => {
    setIsOn(false)
    setProblem('unsupported')
  }, [])
  useReading(video, { isReading: isOn && !isPaused, readsBarcodes }, onCode, stopUnsupported)

  return (
    <section className="grid gap-2">
      {problem && <Notice tone="warning">{labels[problem]}</Notice>}
      {isOn ? (
        <>
          <div className="relative">
            <video
              ref={video}
              autoPlay
              muted
              playsInline
              aria-label={labels.view}
              className={cx(
                'w-full rounded-xl bg-night object-cover',
                labels.stop === undefined ? 'aspect-4/3' : 'aspect-square',
              )}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/4 rounded-2xl border-3 border-on-night mix-blend-difference"
            />
          </div>
          {labels.hint !== undefined && <p className="text-sm text-ink-2">{labels.hint}</p>}
          {labels.stop !== undefined && (
            <Button variant="outline" size="md" onClick={() => setIsOn(false)}>
              {labels.stop}
            </Button>
          )}
        </>
      ) : (
        <Button
          wide
          onClick={() => {
            setProblem(undefined)
            setIsOn(true)
          }}
        >
          <Camera aria-hidden="true" className="size-5" />
          {labels.start}
        </Button>
      )}
    </section>
  )
}

const openCamera = (): Promise<MediaStream> => {
  // Addresses without HTTPS and some embedded browsers have none.
  if (navigator.mediaDevices === undefined) return Promise.reject(new Error('no camera'))
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1_280 } } })
}

/** Calls back with each code that is held before the camera, or that this browser reads none. */
function useReading(
  video: { readonly current: HTMLVideoElement | null },
  { isReading, readsBarcodes }: { isReading: boolean; readsBarcodes: boolean },
  onCode: (text: string) => Promise<void>,
  onUnsupported: () => void,
): void {
  const handle = useRef(onCode)
  const last = useRef({ text: '', seen_ms: 0 })
  useEffect(() => {
    handle.current = onCode
  })
  useEffect(() => {
    if (!isReading) return undefined
    // The code of the last verdict may still be there.
    last.current.seen_ms = performance.now()
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const readPicture = await findReader(readsBarcodes).catch(() => undefined)
      if (!isCurrent) return
      if (readPicture === undefined) return onUnsupported()
      const next = async () => {
        const picture = video.current
        const text =
          picture !== null && picture.readyState >= 2 ? await readPicture(picture).catch(() => undefined) : undefined
        if (!isCurrent) return
        if (text !== undefined && text !== '') {
          const isNew = text !== last.current.text || performance.now() - last.current.seen_ms > away_ms
          last.current = { text, seen_ms: performance.now() }
          if (isNew) await handle.current(text)
        }
        if (isCurrent) timer = setTimeout(() => void next(), every_ms)
      }
      await next()
    }
    void read()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isReading, readsBarcodes, video, onUnsupported])
}

/** Reads the code in a picture; undefined if there is none. */
type ReadPicture = (video: HTMLVideoElement) => Promise<string | undefined>

/** The browser's own reader, which Android and macOS have. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const barcodeFormats = ['ean_13', 'ean_8', 'upc_a', 'itf']

async function findDetector(readsBarcodes: boolean): Promise<Detector | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector === undefined) return undefined
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  const chosen = readsBarcodes
    ? ['qr_code', ...barcodeFormats.filter((format) => formats.includes(format))]
    : ['qr_code']
  const isEnough = formats.includes('qr_code') && (!readsBarcodes || formats.includes('ean_13'))
  return isEnough ? new BarcodeDetector({ formats: chosen }) : undefined
}

/** The browser's reader, otherwise one in JavaScript, which is loaded then. */
async function findReader(readsBarcodes: boolean): Promise<ReadPicture> {
  const detector = await findDetector(readsBarcodes)
  if (detector === undefined) {
    const { readPicture } = await import('./readPixels.ts')
    return (video) => readPicture(video, readsBarcodes)
  }
  return async (video) => (await detector.detect(video))[0]?.rawValue
}
