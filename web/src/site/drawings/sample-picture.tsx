import type { SamplePicture as Picture } from '../content/showcase.ts'

/** A plain tile for an invented app: one shape in two colours, no more. */
const tiles: Readonly<Record<Picture, { ground: string; shape: string; path: string }>> = {
  dots: {
    ground: '#2746e0',
    shape: '#ffffff',
    path: 'M18 18h8v8h-8zM32 18h8v8h-8zM46 18h8v8h-8zM18 32h8v8h-8zM46 32h8v8h-8zM32 46h8v8h-8zM46 46h8v8h-8z',
  },
  moon: { ground: '#121829', shape: '#c9f227', path: 'M44 16a20 20 0 1 0 12 32a16 16 0 0 1-12-32z' },
  gate: {
    ground: '#be2630',
    shape: '#ffffff',
    path: 'M12 20h48v7H12zM18 31h36v5H18zM20 36h7v22h-7zM45 36h7v22h-7z',
  },
  block: {
    ground: '#f0f2f6',
    shape: '#465064',
    path: 'M20 28l16-9 16 9v18l-16 9-16-9zM36 37l16-9v4l-16 9-16-9v-4z',
  },
  wave: {
    ground: '#0b6b5e',
    shape: '#ffffff',
    path: 'M12 46c8-8 16-8 24 0s16 8 24 0v7c-8 8-16 8-24 0s-16-8-24 0zM34 14l18 22H34zM30 20v16H18z',
  },
  cards: { ground: '#a21f8f', shape: '#ffffff', path: 'M17 22l20-6 11 35-20 6zM44 19l12 4-8 26-2-1z' },
  timer: {
    ground: '#c9f227',
    shape: '#121829',
    path: 'M30 12h12v5H30zM36 20a20 20 0 1 0 .1 0zM33.5 27h5v12h-5z',
  },
  rain: {
    ground: '#1f39c4',
    shape: '#ffffff',
    path: 'M22 38a9 9 0 0 1 0-18a13 13 0 0 1 25-2a10 10 0 0 1 4 20zM24 44h4l-4 12h-4zM36 44h4l-4 12h-4zM48 44h4l-4 12h-4z',
  },
  lines: { ground: '#f0f2f6', shape: '#2746e0', path: 'M18 20h36v5H18zM18 31h36v5H18zM18 42h24v5H18z' },
  track: {
    ground: '#d9730d',
    shape: '#ffffff',
    path: 'M22 14h28v34H22zM27 20h18v12H27zM26 52h6l-6 8h-6zM40 52h6l6 8h-6zM28 38h5v5h-5zM39 38h5v5h-5z',
  },
  ledger: { ground: '#0b7548', shape: '#ffffff', path: 'M18 46h8v10h-8zM32 32h8v24h-8zM46 18h8v38h-8z' },
  path: {
    ground: '#465064',
    shape: '#c9f227',
    path: 'M36 34c8 0 14 7 14 13s-6 9-14 9-14-3-14-9 6-13 14-13zM22 22h7v9h-7zM33 16h7v10h-7zM44 22h7v9h-7z',
  },
}

export function SamplePicture({ picture }: { picture: Picture }) {
  const { ground, shape, path } = tiles[picture]
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
      <rect width="72" height="72" rx="16" fill={ground} />
      <path fill={shape} fillRule="evenodd" d={path} />
    </svg>
  )
}
