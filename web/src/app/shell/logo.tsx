import { logoSize, markShapes, wordOffset, wordShapes } from '../../site/logo/shapes.ts'

/** The mark with the word, in the theme's colours. */
export function Logo({ height = 30 }: { height?: number }) {
  const { width, height: full } = logoSize
  return (
    <svg
      height={height}
      width={Math.round((height * width) / full)}
      viewBox={`0 0 ${width} ${full}`}
      role="img"
      aria-label="Voltline"
    >
      {markShapes.map(({ token, path }) => (
        <path key={token} fill={`var(--${token})`} d={path} />
      ))}
      <g fill="var(--text)" transform={`translate(${wordOffset} 0)`}>
        {wordShapes.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  )
}
