const endToleranceMs = 500

export interface VideoEvents {
  onStarted: () => void
  onProgress: (share: number) => void
  /** The media clock has reached the end; `isWatched` if all of it was played at its own speed. */
  onEnded: (playedMs: number, isWatched: boolean) => void
  /** The browser wants a tap first. */
  onBlocked: () => void
  onFailed: () => void
}

/**
 * Plays and pauses a video and measures what was played: parts that were skipped do not count, and no more counts than
 * the time that has passed meanwhile.
 */
export function controlVideo(video: HTMLVideoElement, events: VideoEvents) {
  let passedMs = 0
  let playingSince: number | undefined
  const settle = () => {
    if (playingSince !== undefined) passedMs += performance.now() - playingSince
    playingSince = undefined
  }
  const playedMs = () => {
    let seconds = 0
    for (let index = 0; index < video.played.length; index++) {
      seconds += video.played.end(index) - video.played.start(index)
    }
    return Math.floor(Math.min(seconds * 1_000, passedMs))
  }
  video.addEventListener('playing', events.onStarted, { once: true })
  video.addEventListener('pause', settle)
  video.addEventListener('timeupdate', () => events.onProgress(video.currentTime / video.duration || 0))
  video.addEventListener('ended', () => {
    settle()
    events.onProgress(1)
    events.onEnded(playedMs(), playedMs() >= video.duration * 1_000 - endToleranceMs)
  })
  video.addEventListener('error', events.onFailed)
  return {
    play() {
      if (video.ended || playingSince !== undefined) return
      playingSince = performance.now()
      video.play().catch((fault: DOMException) => {
        settle()
        if (fault.name === 'NotAllowedError') events.onBlocked()
      })
    },
    pause() {
      video.pause()
      settle()
    },
  }
}
