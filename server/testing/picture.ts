import sharp, { type Sharp } from 'sharp'

/** A picture of two colours, as ads need: one colour alone is refused. */
export const aPicture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#2746E0' } }).composite([
    {
      input: {
        create: {
          width: Math.ceil(width / 2),
          height: Math.ceil(height / 2),
          channels: 3,
          background: '#C9F227',
        },
      },
      left: 0,
      top: 0,
    },
  ])
