/** A small picture of a guide's first page. */
export function GuideCover({ guide }: { guide: 'business' | 'media' | 'advertiser' }) {
  return (
    <svg viewBox="0 0 320 180" width="320" height="180" aria-hidden="true">
      <rect width="320" height="180" fill="#121829" />
      {guide === 'business' && <BusinessPicture />}
      {guide === 'media' && <MediaPicture />}
      {guide === 'advertiser' && <AdvertiserPicture />}
    </svg>
  )
}

function BusinessPicture() {
  return (
    <>
      <path fill="#4a66f6" d="M0 66H120C180 66 170 34 230 34H320V76H230C170 76 180 108 120 108H0Z" />
      <path fill="#8a94ab" d="M0 110H120C180 110 170 106 230 106H320V118H230C170 118 180 122 120 122H0Z" />
      <path fill="#c9f227" d="M0 124H120C180 124 170 144 230 144H320V150H230C170 150 180 130 120 130H0Z" />
    </>
  )
}

function MediaPicture() {
  return (
    <>
      {[64, 130, 196].map((x) => (
        <rect
          key={x}
          x={x}
          y="38"
          width="60"
          height="108"
          rx="10"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
        />
      ))}
      <rect x="70" y="122" width="48" height="18" rx="4" fill="#4a66f6" />
      <rect x="136" y="44" width="48" height="96" rx="5" fill="#4a66f6" />
      <rect x="202" y="44" width="48" height="66" rx="5" fill="#c9f227" />
      <path fill="#121829" d="M220 66v22l17-11z" />
    </>
  )
}

function AdvertiserPicture() {
  return (
    <>
      <rect x="48" y="50" width="224" height="18" rx="4" fill="#4a66f6" />
      <rect x="48" y="82" width="192" height="18" rx="4" fill="#8a94ab" />
      <rect x="48" y="114" width="144" height="18" rx="4" fill="#8a94ab" />
      <path stroke="#c9f227" strokeWidth="3" strokeDasharray="5 5" d="M240 36v112" />
    </>
  )
}
