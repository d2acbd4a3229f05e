import { adMyPage, type CustomerType, pubMyPage } from '@voltline/contract'
import type { ReactNode } from 'react'
import { useContractQuery } from '../../api/query.ts'
import { landingOf, myPageOf } from '../../api/session/return-url.ts'
import { useSession } from '../../api/session/session.ts'
import { useI18n } from '../../i18n/i18n.ts'
import consoleLayoutClasses from './console-layout.module.css'
import { ConsoleLayout } from './console-layout.tsx'
import { menuOf } from './menus.tsx'
import { signOutCustomer } from './sign-out.ts'

function Figure({ label, amount }: { label: string; amount: number | undefined }) {
  const { money } = useI18n()
  if (amount === undefined) return null
  return (
    <span className={consoleLayoutClasses.topbarFigure}>
      {label} <b>{money(amount)}</b>
    </span>
  )
}

function CustomerFrame(props: { type: CustomerType; name: string; figure: ReactNode }) {
  const { t } = useI18n()
  return (
    <ConsoleLayout
      frame={{
        label: t(props.type === 'ADVERTISER' ? 'shell.advertiser' : 'shell.publisher'),
        home: landingOf(props.type),
        menu: menuOf(props.type),
        figure: props.figure,
        name: props.name,
        accountLinks: [
          { to: myPageOf(props.type), label: t('shell.myPage') },
          { to: '/change-password', label: t('shell.changePassword') },
        ],
        onSignOut: signOutCustomer,
      }}
    />
  )
}

function AdvertiserConsole() {
  const { t } = useI18n()
  const { data } = useContractQuery(adMyPage, {}, { loads: 'background' })
  return (
    <CustomerFrame
      type="ADVERTISER"
      name={data?.customer.Company ?? ''}
      figure={<Figure label={t('shell.cash')} amount={data?.customer.Cash} />}
    />
  )
}

function PublisherConsole() {
  const { t } = useI18n()
  const { data } = useContractQuery(pubMyPage, {}, { loads: 'background' })
  return (
    <CustomerFrame
      type="PUBLISHER"
      name={data?.customer.Company ?? ''}
      figure={<Figure label={t('shell.payable')} amount={data?.revenue} />}
    />
  )
}

export function CustomerConsole() {
  return useSession()?.user.Type === 'PUBLISHER' ? <PublisherConsole /> : <AdvertiserConsole />
}
