import { type BannerOptions, BannerUnit, type Offer } from './banner.ts'
import { type Consent, deviceOf } from './device.ts'
import { type Fullscreen, fullscreen, type Shown } from './fullscreen.ts'
import { Outbox } from './outbox.ts'
import { pageView } from './renderer/exposure.ts'
import { loadMaterial, type Material } from './renderer/material.ts'
import {
  type Action,
  type Ad,
  type Answer,
  ask,
  type Connection,
  load,
  type Platform,
  type Reward,
  VoltlineError,
} from './wire.ts'

export {
  type Ad,
  type BannerOptions,
  type Consent,
  type Fullscreen,
  type Platform,
  type Reward,
  type Shown,
  VoltlineError,
}

export interface Options {
  /** The app's key, from its page in the publisher console. */
  apiKey: string
  platform: Platform
  /** The address of the Voltline server. Default: the origin of the script. */
  server?: string
  /** Your own device id, up to 64 printable ASCII characters. Default: a random id, stored in this browser. */
  deviceID?: string
  /** With `coppa` or `limitTracking` the device id is a random one of this app, and `deviceID` is not sent. */
  consent?: Consent
  /** Two letters. Default: the country of the IP address. */
  country?: string
  /** Marked sample ads that are not charged. */
  test?: boolean
  appVersion?: string
  /** Called for every reward that the server has confirmed, including one earned offline on an earlier page. */
  onReward?: (reward: Reward) => void
}

export interface FullscreenOptions {
  medID: number
  /** Your user's id, for the reward callback to your server; up to 128 characters. */
  userID?: string
  /** Passed on to the reward callback; up to 256 characters. */
  custom?: string
}

export interface Banner {
  /** The first ad. */
  ad: Ad
  /** Removes the banner and stops all that it would do later. */
  remove(): void
}

const scriptOrigin = (): string => {
  const script = typeof document === 'undefined' ? null : document.currentScript
  return script instanceof HTMLScriptElement && script.src ? new URL(script.src).origin : ''
}
const origin = scriptOrigin()
/** The server judges a watch by its arrival, so it is sent so long after its impression was answered: */
const rewardedInterstitialMs = 2_000
/** for a video, its length less this. */
const watchEarlyMs = 1_500

/** One app's connection to Voltline. Create it with `init`. */
export class Voltline {
  readonly deviceID: string
  readonly #to: Connection
  readonly #options: Options
  readonly #outbox: Outbox

  constructor(options: Options) {
    const server = (options.server ?? origin).replace(/\/+$/, '')
    if (!server || !options.apiKey) throw new VoltlineError('server and apiKey are needed')
    this.#options = options
    this.#to = { server, apiKey: options.apiKey }
    this.deviceID = deviceOf(options)
    this.#outbox = new Outbox(this.#to, ({ reward }) => {
      if (reward) options.onReward?.(reward as Reward)
    })
    const { platform, country, appVersion } = options
    const session = { deviceID: this.deviceID, platform, country, appVersion, language: navigator.language }
    // Only for the publisher's user figures, so nothing waits for it.
    ask(this.#to, '/sdk/v1/session', session).catch(() => {})
  }

  /**
   * Shows a banner inside an element, as wide as the element. It counts once half of it has been in view for a second.
   * Resolves when there is an ad, and rejects if there is none.
   */
  async banner(options: BannerOptions): Promise<Banner> {
    const request = () => this.#request(options.medID)
    const unit = new BannerUnit(options, {
      request,
      onSeen: (offer, exposure) => void this.#report(offer, 'IMPRESSION', exposure),
      whyUrl: (ad) => this.#whyUrl(ad),
    })
    const offer = await request()
    void unit.show(offer)
    return { ad: offer.ad, remove: () => unit.remove() }
  }

  /** Loads an interstitial with its material. On a rewarded unit closing it earns the reward. */
  interstitial(options: FullscreenOptions): Promise<Fullscreen> {
    return this.#fullscreen(options)
  }

  /** Loads a video. Watching it to the end earns the unit's reward; closing it earlier earns none. */
  rewardedVideo(options: FullscreenOptions): Promise<Fullscreen> {
    return this.#fullscreen(options)
  }

  /** Claims an app reward: once a day per device and key. */
  async appReward(rewardKey: string): Promise<Reward> {
    const response = await ask(this.#to, '/sdk/v1/app-reward', { deviceID: this.deviceID, rewardKey })
    return response.reward as Reward
  }

  /** The volts that this device has earned in this app. */
  async volts(): Promise<number> {
    const response = await load(this.#to, `/sdk/v1/user?deviceID=${encodeURIComponent(this.deviceID)}`)
    return response.volts as number
  }

  async #fullscreen({ medID, userID, custom }: FullscreenOptions): Promise<Fullscreen> {
    const offer = await this.#request(medID)
    const { ad } = offer
    let material: Material
    try {
      material = await loadMaterial(ad)
    } catch {
      throw new VoltlineError('MATERIAL')
    }
    const waitMs =
      'video' in material
        ? Math.max(0, (ad.videoMs ?? material.video.duration * 1_000) - watchEarlyMs)
        : rewardedInterstitialMs
    return fullscreen(
      offer,
      material,
      { view: pageView, whyUrl: this.#whyUrl(ad) },
      {
        onSeen: (exposure) => void this.#report(offer, 'IMPRESSION', exposure),
        earn: async (fields) => {
          const response = await this.#report(offer, 'WATCH', { ...fields, userID, custom }, waitMs)
          return response?.reward ? { reward: response.reward as Reward } : {}
        },
      },
    )
  }

  async #request(medID: number): Promise<Offer> {
    const { country, test } = this.#options
    const at = Date.now()
    const response = await load(this.#to, '/sdk/v1/ad', { medID, deviceID: this.deviceID, country, test })
    return { ad: response.ad as Ad, at }
  }

  #report(offer: Offer, action: Action, fields: object, waitMs?: number): Promise<Answer | undefined> {
    const { ad, at } = offer
    return this.#outbox.report({
      token: ad.token,
      action,
      at,
      fields,
      ...(waitMs === undefined ? {} : { waitMs }),
    })
  }

  #whyUrl({ token }: Ad): string {
    return `${this.#to.server}/why/${token}`
  }
}

export const init = (options: Options): Voltline => new Voltline(options)
