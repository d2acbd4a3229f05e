import type { getPlayground, Product, Received } from '@voltline/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Ad, Reward, Voltline } from '../../../../../sdk/src/index.ts'
import { Bridge, type Exchange, type PhoneWindow } from './bridge.ts'

export type PlaygroundApp = NonNullable<Received<typeof getPlayground>['playground']>
export const phoneCountries = ['KR', 'JP', 'US'] as const
export type PhoneCountry = (typeof phoneCountries)[number]

/** What the app shows its user after an ad, or instead of an ad. */
export type Notice =
  | { kind: 'unlocked'; token: string; reward: Reward | undefined }
  | { kind: 'radar'; reward: Reward | undefined }
  | { kind: 'noAd' }
  | { kind: 'offline' }

export interface Phone {
  isOpen: boolean
  /** An ad covers the screen. */
  isCovered: boolean
  isForecastOpen: boolean
  volts: number | null
  notice: Notice | null
  /** The ad whose page in the store is open. */
  store: { ad: Ad; isRecorded: boolean } | null
  clicked: Ad | null
  exchanges: readonly Exchange[]
  open(): void
  close(): void
  banner(): void
  interstitial(): void
  video(): void
  dismiss(): void
  openStore(ad: Ad): void
  closeStore(): void
  install(ad: Ad): Promise<{ error: string; repeated: boolean }>
  readVolts(): void
}

interface PhoneOptions {
  app: PlaygroundApp
  window: PhoneWindow | null
  country: PhoneCountry
  isOffline: boolean
  onDevice(deviceID: string): void
  /** A request has ended, so the visit may have changed. */
  onExchangeEnd(): void
}

const exchangesMax = 200

function useBridge({ app, window, isOffline, onExchangeEnd }: PhoneOptions) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const latest = useRef(onExchangeEnd)
  useEffect(() => {
    latest.current = onExchangeEnd
  }, [onExchangeEnd])
  const bridge = useMemo(() => {
    if (!window) return null
    return new Bridge(window, app.apiKey, (exchange) => {
      setExchanges((before) =>
        [...before.filter(({ id }) => id !== exchange.id), exchange].slice(-exchangesMax),
      )
      if (exchange.state !== 'sent') latest.current()
    })
  }, [window, app.apiKey])
  useEffect(() => {
    if (bridge) bridge.airplane = isOffline
  }, [bridge, isOffline])
  return { bridge, exchanges }
}

const mediumOf = (app: PlaygroundApp, product: Product): number =>
  app.media.find((medium) => medium.product === product)?.medID ?? 0

/** Starts the SDK in the phone's window when the app is opened, and again when the country changes. */
function useSdk(options: PhoneOptions, isOpen: boolean): Voltline | null {
  const { app, window, country, onDevice } = options
  const reportDevice = useEffectEvent(onDevice)
  const [sdk, setSdk] = useState<Voltline | null>(null)
  useEffect(() => {
    if (!window || !isOpen) {
      setSdk(null)
      return
    }
    const started = window.Voltline.init({ apiKey: app.apiKey, platform: app.platform, country })
    reportDevice(started.deviceID)
    setSdk(started)
  }, [window, isOpen, app.apiKey, app.platform, country])
  return sdk
}

function useStore(bridge: Bridge | null) {
  const [store, setStore] = useState<Phone['store']>(null)
  const [clicked, setClicked] = useState<Ad | null>(null)
  return {
    store,
    clicked,
    closeStore: useCallback(() => setStore(null), []),
    openStore: useCallback((ad: Ad) => setStore({ ad, isRecorded: true }), []),
    /** Opens the store once the server has recorded the click. */
    follow: useCallback(
      async (ad: Ad) => {
        if (!bridge) return
        const isRecorded = await bridge.click(ad)
        setStore({ ad, isRecorded })
        if (isRecorded) setClicked(ad)
      },
      [bridge],
    ),
  }
}

/** A click on an ad's link would open a browser tab; the phone opens the link itself. */
function useClicks(window: PhoneWindow | null, bridge: Bridge | null, follow: (ad: Ad) => void): void {
  useEffect(() => {
    if (!window) return
    const handleClick = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a[href*="/c/"]')
      const token = link?.getAttribute('href')?.split('/c/')[1] ?? ''
      const ad = bridge?.ads.get(token)
      if (!ad) return
      event.preventDefault()
      follow(ad)
    }
    window.document.addEventListener('click', handleClick, true)
    return () => window.document.removeEventListener('click', handleClick, true)
  }, [window, bridge, follow])
}

/** By code: an error thrown in the phone's window is not an `instanceof` this window's Error. */
const noticeOf = (fault: unknown): Notice => {
  const code = typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : ''
  return { kind: code === 'NETWORK' ? 'offline' : 'noAd' }
}

/** Requests ads from the SDK and tells the user what they earned. */
function useAds(
  { app, window, sdk }: { app: PlaygroundApp; window: PhoneWindow | null; sdk: Voltline | null },
  tell: (notice: Notice | null) => void,
) {
  const [isCovered, setCovered] = useState(false)
  const [isForecastOpen, setForecastOpen] = useState(false)

  const banner = useCallback(async () => {
    const element = window?.document.querySelector<HTMLElement>('[data-banner]')
    if (!sdk || !element) return
    tell(null)
    element.replaceChildren()
    try {
      await sdk.banner({ medID: mediumOf(app, 'BANNER'), element })
    } catch (fault) {
      tell(noticeOf(fault))
    }
  }, [app, sdk, window, tell])

  const fullscreen = useCallback(
    async (product: 'INTERSTITIAL' | 'VIDEO') => {
      if (!sdk) return
      tell(null)
      setCovered(true)
      try {
        const medID = mediumOf(app, product)
        const loaded = await (product === 'VIDEO'
          ? sdk.rewardedVideo({ medID })
          : sdk.interstitial({ medID }))
        const { reward } = await loaded.show()
        if (product === 'INTERSTITIAL') tell({ kind: 'radar', reward })
        else if (reward) {
          setForecastOpen(true)
          tell({ kind: 'unlocked', token: loaded.ad.token, reward })
        }
      } catch (fault) {
        tell(noticeOf(fault))
      } finally {
        setCovered(false)
      }
    },
    [app, sdk, tell],
  )
  return { isCovered, isForecastOpen, banner, fullscreen }
}

/** The phone and its app, on the real SDK. */
export function usePhone(options: PhoneOptions): Phone {
  const { app, window } = options
  const [isOpen, setOpen] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [volts, setVolts] = useState<number | null>(null)
  const { bridge, exchanges } = useBridge(options)
  const sdk = useSdk(options, isOpen)
  const { follow, ...store } = useStore(bridge)
  useClicks(window, bridge, follow)
  const { banner, fullscreen, ...ads } = useAds({ app, window, sdk }, setNotice)

  // The app shows a banner when it is opened, and a new one when the country changes.
  useEffect(() => {
    void banner()
  }, [banner])

  const readVolts = useCallback(() => {
    sdk?.volts().then(setVolts, () => {})
  }, [sdk])

  return {
    ...{ isOpen, volts, notice, exchanges, readVolts, ...ads, ...store },
    open: () => setOpen(true),
    close: () => setOpen(false),
    banner: () => void banner(),
    interstitial: () => void fullscreen('INTERSTITIAL'),
    video: () => void fullscreen('VIDEO'),
    dismiss: () => setNotice(null),
    install: async (ad) => (await bridge?.install(ad)) ?? { error: 'UNKNOWN', repeated: false },
  }
}
