import type { Offer } from './banner.ts'
import type { Surroundings } from './renderer/draw.ts'
import type { Exposure } from './renderer/exposure.ts'
import { drawFullscreen } from './renderer/fullscreen.ts'
import type { Material } from './renderer/material.ts'
import { type Ad, type Reward, VoltlineError } from './wire.ts'

export interface Shown {
  /** The reward with its receipt, if the user has earned one. */
  reward?: Reward
}

/** A loaded ad that can be shown once. */
export interface Fullscreen {
  ad: Ad
  /** Resolves when the user has closed it and, if a reward was earned, when the server has confirmed that. */
  show(): Promise<Shown>
}

export interface FullscreenCalls {
  onSeen: (exposure: Exposure) => void
  /** Reports a watch. Resolves with what it has earned. */
  earn: (fields: { playedMs?: number }) => Promise<Shown>
}

/** An ad can be shown once: its token is valid for one impression. */
export function fullscreen(
  { ad }: Offer,
  material: Material,
  around: Surroundings,
  calls: FullscreenCalls,
): Fullscreen {
  let shown: Promise<Shown> | undefined
  const show = () =>
    new Promise<Shown>((resolve, reject) => {
      let isSeen = false
      let earned: Promise<Shown> | undefined
      drawFullscreen(ad, material, around, {
        onSeen(exposure) {
          isSeen = true
          calls.onSeen(exposure)
        },
        onWatched(playedMs) {
          earned = calls.earn({ playedMs })
        },
        onClosed() {
          // Without a video, having seen the ad earns the reward of a rewarded unit.
          if ('pictures' in material && ad.reward && isSeen) earned = calls.earn({})
          resolve(earned ?? {})
        },
        onFailed: () => reject(new VoltlineError('MATERIAL')),
      })
    })
  return {
    ad,
    show() {
      shown ??= show()
      return shown
    },
  }
}
