import './payout.css'
import type { ReactNode } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { useI18n } from '../../i18n/i18n.ts'
import { Overlay } from '../../ui/overlay.tsx'

const tabs = [
  { to: '/pub-my-page-revenue-details', label: 'payout.tab.details' },
  { to: '/pub-my-page-doc', label: 'payout.tab.documents' },
  { to: '/pub-my-page-request', label: 'payout.tab.apply' },
  { to: '/pub-my-page-request-list', label: 'payout.tab.history' },
] as const

/** One of the four payout pages: it takes the whole screen, and leaving it leads to my page. */
export function PayoutFrame({
  heading,
  lead,
  children,
}: {
  heading: string
  lead: string
  children: ReactNode
}) {
  const { t } = useI18n()
  const navigate = useNavigate()
  return (
    <Overlay
      size="full"
      title={t('payout.title')}
      onClose={() => void navigate('/pub-my-page')}
      tabs={
        <nav className="payout-tabs" aria-label={t('payout.tabs')}>
          {tabs.map((tab) => (
            <NavLink key={tab.to} to={tab.to}>
              {t(tab.label)}
            </NavLink>
          ))}
        </nav>
      }
    >
      <div className="payout">
        <header>
          <h1>{heading}</h1>
          <p className="quiet">{lead}</p>
        </header>
        {children}
      </div>
    </Overlay>
  )
}
