import type { Product } from '@voltline/contract'

/** The place of an ad on a phone, in the theme's colours. */
export function FormatPicture({ product }: { product: Product }) {
  return (
    <svg viewBox="0 0 72 128" aria-hidden="true">
      <rect
        x="1.5"
        y="1.5"
        width="69"
        height="125"
        rx="12"
        fill="var(--surface)"
        stroke="var(--text)"
        strokeWidth="3"
      />
      {product === 'BANNER' ? (
        <>
          <path
            d="M14 22h36M14 32h44M14 42h28"
            stroke="var(--border)"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <rect x="12" y="52" width="48" height="34" rx="5" fill="var(--sunk)" />
          <rect x="8" y="100" width="56" height="18" rx="5" fill="var(--line)" />
        </>
      ) : (
        <rect x="8" y="10" width="56" height={product === 'VIDEO' ? 84 : 108} rx="7" fill="var(--line)" />
      )}
      {product === 'INTERSTITIAL' ? (
        <path d="M52 18l6 6M58 18l-6 6" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      ) : null}
      {product === 'VIDEO' ? (
        <>
          <path d="M30 40v24l20-12z" fill="#fff" />
          <path d="M12 106h48" stroke="var(--border)" strokeWidth="4" strokeLinecap="round" />
          <path d="M12 106h22" stroke="var(--line)" strokeWidth="4" strokeLinecap="round" />
        </>
      ) : null}
    </svg>
  )
}
