import type { CommonWords } from '../content/common.ts'

type LabelledPath = readonly [path: string, label: string]

export const publicLinks = (t: CommonWords): readonly LabelledPath[] => [
  ['/home-benefit', t.nav.benefit],
  ['/home-start', t.nav.start],
  ['/home-sdk', t.nav.sdk],
  ['/home-resource', t.nav.resource],
  ['/home-game', t.nav.showcase],
  ['/home-help', t.nav.help],
]

export const advertiserLinks = (t: CommonWords): readonly LabelledPath[] => [
  ['/ad', t.consoles.dashboard],
  ['/ad-campaign', t.consoles.campaigns],
  ['/ad-ad', t.consoles.ads],
  ['/ad-report-campaign', t.consoles.campaignReport],
  ['/ad-report-ad', t.consoles.adReport],
  ['/ad-my-page', t.session.myPage],
]

export const publisherLinks = (t: CommonWords): readonly LabelledPath[] => [
  ['/pub', t.consoles.publisherHome],
  ['/pub-app', t.consoles.apps],
  ['/pub-inventory', t.consoles.inventory],
  // On a phone the rewards are reached through the inventory.
  ['/pub-inventory', t.consoles.appReward],
  ['/pub-report-day', t.consoles.dailyReport],
  ['/pub-report-app', t.consoles.appReport],
  ['/pub-report-user', t.consoles.userReport],
  ['/pub-my-page', t.session.myPage],
]

export function Links({ links, path }: { links: readonly LabelledPath[]; path: string }) {
  return links.map(([to, label]) => (
    <a key={label} href={to} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  ))
}

/** The button carries the texts of its dialog, so the script contains no texts. */
export function SignOut({ t, className }: { t: CommonWords; className: string | undefined }) {
  return (
    <button
      type="button"
      className={className}
      data-sign-out={t.session.signOut}
      data-question={t.session.signOutQuestion}
      data-effect={t.session.signOutEffect}
      data-cancel={t.session.cancel}
    >
      {t.session.signOut}
    </button>
  )
}
