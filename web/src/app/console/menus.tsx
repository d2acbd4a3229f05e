import {
  IconActivity,
  IconApps,
  IconCalendarStats,
  IconChartBar,
  IconChartDots3,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconFolders,
  IconGift,
  IconHistory,
  IconHome,
  IconKey,
  IconLayout2,
  IconLayoutDashboard,
  IconListCheck,
  IconMessage,
  IconReceiptRefund,
  IconReportAnalytics,
  IconScale,
  IconShieldExclamation,
  IconShieldSearch,
  IconSpeakerphone,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import type { CustomerType } from '@voltline/contract'
import type { ComponentType } from 'react'
import type { TextKey } from '../../i18n/keys.ts'

export interface MenuEntry {
  label: TextKey
  to: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** Paths on which the entry is the current one; its own path when left out. */
  on?: RegExp
  /** Where the mobile menu leads instead. */
  mobileTo?: string
}

export interface MenuGroup {
  label?: TextKey
  entries: readonly MenuEntry[]
}

const advertiserMenu: readonly MenuGroup[] = [
  {
    entries: [
      { label: 'shell.nav.dashboard', to: '/ad', icon: IconLayoutDashboard, on: /^\/ad$/ },
      { label: 'shell.nav.campaigns', to: '/ad-campaign', icon: IconFolders, on: /^\/ad-campaign/ },
      { label: 'shell.nav.ads', to: '/ad-ad', icon: IconSpeakerphone, on: /^\/ad-ad/ },
    ],
  },
  {
    label: 'shell.nav.reports',
    entries: [
      { label: 'shell.nav.report', to: '/ad-report', icon: IconReportAnalytics },
      { label: 'shell.nav.campaignReport', to: '/ad-report-campaign', icon: IconChartBar },
      { label: 'shell.nav.adReport', to: '/ad-report-ad', icon: IconChartDots3 },
    ],
  },
]

const publisherMenu: readonly MenuGroup[] = [
  {
    entries: [
      { label: 'shell.nav.home', to: '/pub', icon: IconHome, on: /^\/pub$/ },
      { label: 'shell.nav.apps', to: '/pub-app', icon: IconApps, on: /^\/pub-app(?!-reward)/ },
      { label: 'shell.nav.inventory', to: '/pub-inventory', icon: IconLayout2, on: /^\/pub-inventory/ },
      {
        label: 'shell.nav.appRewards',
        to: '/pub-app-reward',
        icon: IconGift,
        on: /^\/pub-app-reward/,
        mobileTo: '/pub-inventory',
      },
    ],
  },
  {
    label: 'shell.nav.reports',
    entries: [
      { label: 'shell.nav.report', to: '/pub-report', icon: IconReportAnalytics },
      { label: 'shell.nav.daily', to: '/pub-report-day', icon: IconCalendarStats },
      { label: 'shell.nav.byApp', to: '/pub-report-app', icon: IconDeviceMobile },
      { label: 'shell.nav.byUser', to: '/pub-report-user', icon: IconUsers },
      { label: 'shell.nav.quality', to: '/pub-quality', icon: IconShieldExclamation },
    ],
  },
  {
    label: 'shell.nav.money',
    entries: [
      {
        label: 'shell.nav.payout',
        to: '/pub-my-page-revenue-details',
        icon: IconWallet,
        on: /^\/pub-my-page-/,
      },
    ],
  },
]

export const operatorMenu: readonly MenuGroup[] = [
  { entries: [{ label: 'shell.nav.today', to: '/admin', icon: IconActivity, on: /^\/admin$/ }] },
  {
    label: 'shell.nav.queues',
    entries: [
      { label: 'shell.nav.ads', to: '/admin/ads', icon: IconSpeakerphone },
      { label: 'shell.nav.apps', to: '/admin/apps', icon: IconApps },
      { label: 'shell.nav.apiKeys', to: '/admin/keys', icon: IconKey },
      { label: 'shell.nav.payouts', to: '/admin/payouts', icon: IconWallet },
      { label: 'shell.nav.messages', to: '/admin/messages', icon: IconMessage },
    ],
  },
  {
    label: 'shell.nav.network',
    entries: [
      {
        label: 'shell.nav.customers',
        to: '/admin/customers',
        icon: IconUsers,
        on: /^\/admin\/customers/,
      },
      { label: 'shell.nav.books', to: '/admin/money', icon: IconScale },
      { label: 'shell.nav.auditLog', to: '/admin/audit', icon: IconHistory },
    ],
  },
  {
    label: 'shell.nav.quality',
    entries: [
      { label: 'shell.nav.cases', to: '/admin/cases', icon: IconShieldSearch, on: /^\/admin\/cases/ },
      { label: 'shell.nav.rules', to: '/admin/rules', icon: IconListCheck },
      { label: 'shell.nav.invalidTraffic', to: '/admin/invalid', icon: IconShieldExclamation },
      { label: 'shell.nav.corrections', to: '/admin/corrections', icon: IconReceiptRefund },
      { label: 'shell.nav.devices', to: '/admin/devices', icon: IconDeviceMobileOff },
    ],
  },
]

export const menuOf = (type: CustomerType): readonly MenuGroup[] =>
  type === 'ADVERTISER' ? advertiserMenu : publisherMenu

export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  entry.on ? entry.on.test(pathname) : pathname === entry.to
