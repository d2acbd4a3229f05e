import type { Screen } from '../../browser/screen.ts'

export const operatorScreens: readonly Screen[] = [
  { path: '/admin', load: async () => (await import('./today.tsx')).Today },
  { path: '/admin/ads', load: async () => (await import('./ads/ad-queue.tsx')).AdQueue },
  { path: '/admin/apps', load: async () => (await import('./queues/app-queue.tsx')).AppQueue },
  { path: '/admin/keys', load: async () => (await import('./queues/key-queue.tsx')).KeyQueue },
  { path: '/admin/payouts', load: async () => (await import('./queues/payout-queue.tsx')).PayoutQueue },
  { path: '/admin/messages', load: async () => (await import('./queues/message-queue.tsx')).MessageQueue },
  {
    path: '/admin/customers',
    load: async () => (await import('./customer-list.tsx')).CustomerList,
    over: [
      {
        path: '/admin/customers/:id',
        load: async () => (await import('./customer-detail.tsx')).CustomerDetail,
      },
    ],
  },
  { path: '/admin/devices', load: async () => (await import('./device-list.tsx')).DeviceList },
  { path: '/admin/money', load: async () => (await import('./money.tsx')).Money },
  {
    path: '/admin/cases',
    load: async () => (await import('./cases/case-list.tsx')).CaseList,
    over: [
      { path: '/admin/cases/:id', load: async () => (await import('./cases/case-detail.tsx')).CaseDetail },
    ],
  },
  { path: '/admin/rules', load: async () => (await import('./quality/rules.tsx')).Rules },
  { path: '/admin/corrections', load: async () => (await import('./quality/corrections.tsx')).Corrections },
  { path: '/admin/invalid', load: async () => (await import('./invalid-traffic.tsx')).InvalidTraffic },
  { path: '/admin/audit', load: async () => (await import('./audit-log.tsx')).AuditLog },
]
