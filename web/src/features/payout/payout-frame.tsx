import { IconCircleCheckFilled, IconWallet } from '@tabler/icons-react'
import { getAccount } from '@voltline/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Overlay } from '../../ui/drawer/overlay.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './payout-frame.module.css'

const documents = '/pub-my-page-doc'
const tabs = [
  { to: '/pub-my-page-revenue-details', label: 'payout.tab.details' },
  { to: documents, label: 'payout.tab.documents' },
  { to: '/pub-my-page-request', label: 'payout.tab.apply' },
  { to: '/pub-my-page-request-list', label: 'payout.tab.history' },
] as const

function Tabs() {
  const { t } = useI18n()
  const submitted = useContractQuery(getAccount, {}, { loads: 'part' }).data?.account != null
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the bar is wider than the screen, so the current tab may be out of view.
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [])
  return (
    <nav ref={bar} className={classes.tabs} aria-label={t('payout.tabs')}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to}>
          {t(tab.label)}
          {tab.to === documents && submitted ? (
            <IconCircleCheckFilled className={classes.done} size={16} aria-label={t('payout.submitted')} />
          ) : null}
        </NavLink>
      ))}
    </nav>
  )
}

/** The frame of the four payout pages: full screen; closing it leads to my page. */
export function PayoutFrame(props: { heading: string; lead: string; children: ReactNode }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <Overlay
      size="full"
      title={t('payout.title')}
      lead={<IconWallet size={20} stroke={1.75} aria-hidden="true" />}
      onClose={() => void navigate('/pub-my-page')}
      tabs={<Tabs />}
    >
      <div className={classes.page}>
        <header>
          <h1>{props.heading}</h1>
          <p className={shared.quiet}>{props.lead}</p>
        </header>
        {props.children}
      </div>
    </Overlay>
  )
}
