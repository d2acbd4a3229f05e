import type { Screen } from '../../browser/screen.ts'

export const inventoryScreens: readonly Screen[] = [
  {
    path: '/pub-inventory',
    load: async () => (await import('./inventory-list.tsx')).InventoryList,
    over: [
      {
        path: '/pub-inventory-create',
        load: async () => (await import('./inventory-create.tsx')).InventoryCreate,
      },
      {
        path: '/pub-inventory/:id',
        load: async () => (await import('./inventory-detail.tsx')).InventoryDetail,
      },
    ],
  },
]
