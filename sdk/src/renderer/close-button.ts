import { icon, make } from './dom.ts'
import { words } from './words.ts'

const closableAfterMs = 5_000
const sidePx = 44

const roundStyle = {
  ...{ width: `${sidePx}px`, height: `${sidePx}px`, border: '0', borderRadius: '50%', padding: '0' },
  ...{ display: 'flex', alignItems: 'center', justifyContent: 'center', position: 'relative' },
  ...{ background: 'rgba(0,0,0,.65)', color: '#fff', cursor: 'pointer' },
}

export const makeRound = (ariaLabel: string, ...children: Node[]): HTMLButtonElement =>
  make('button', roundStyle, { type: 'button', ariaLabel }, children)

/** The cross in a ring of progress. It can be pressed some seconds after `start`. */
export function makeClose(onClose: () => void) {
  const ring = icon(sidePx, 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 1 1 0-21')
  const circle = ring.firstElementChild as SVGPathElement
  circle.setAttribute('pathLength', '100')
  circle.setAttribute('stroke-width', '1.5')
  Object.assign(ring.style, { position: 'absolute', inset: '0' })
  const cross = icon(20, 'M5 5l14 14M19 5L5 19')
  cross.style.opacity = '.4'
  const button = makeRound(words().close, ring, cross)
  button.disabled = true
  button.addEventListener('click', onClose)
  const setProgress = (share: number) => {
    circle.setAttribute('stroke-dasharray', `${share * 100} 100`)
  }
  setProgress(0)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    button,
    setProgress,
    /** `isTimed` if the ring shows the time until the button can be pressed, instead of a video's progress. */
    start(isTimed: boolean) {
      const letClose = () => {
        button.disabled = false
        cross.style.opacity = '1'
      }
      timer = setTimeout(letClose, closableAfterMs)
      if (isTimed) {
        setProgress(1)
        const frames = [{ strokeDasharray: '0 100' }, { strokeDasharray: '100 100' }]
        circle.animate(frames, closableAfterMs)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
