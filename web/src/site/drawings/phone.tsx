import classes from './phone.module.css'

/** A small phone that shows where an ad of this format appears. */
export function Phone({ format, label }: { format: 'banner' | 'interstitial' | 'video'; label: string }) {
  return (
    <svg className={classes.phone} width="96" height="176" viewBox="0 0 96 176" aria-hidden="true">
      <rect className={classes.body} x="2" y="2" width="92" height="172" rx="16" />
      {format === 'banner' && <BannerScreen label={label} />}
      {format === 'interstitial' && (
        <>
          <rect className={classes.ad} x="11" y="11" width="74" height="154" rx="8" />
          <text x="48" y="92">
            {label}
          </text>
        </>
      )}
      {format === 'video' && <VideoScreen />}
    </svg>
  )
}

function BannerScreen({ label }: { label: string }) {
  return (
    <>
      <path className={classes.text} d="M18 22h50M18 34h62M18 46h56" />
      <rect className={classes.block} x="15" y="58" width="66" height="38" rx="7" />
      <rect className={classes.ad} x="11" y="136" width="74" height="29" rx="8" />
      <text x="48" y="155">
        {label}
      </text>
    </>
  )
}

function VideoScreen() {
  return (
    <>
      <rect className={classes.ad} x="11" y="11" width="74" height="119" rx="8" />
      <path className={classes.play} d="M42 60v20l15-10z" />
      <path className={classes.track} d="M18 149h60" />
      <path className={classes.progress} d="M18 149h36" />
    </>
  )
}
