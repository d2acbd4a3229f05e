import { describe, expect, test } from 'vitest'
import { isCurrent, type MenuGroup, menuOf } from './menus.tsx'

const entriesOf = (menu: readonly MenuGroup[]) => menu.flatMap((group) => group.entries)

describe('the menus', () => {
  test('HEADER-13 an advertiser sees advertiser pages, a publisher publisher pages', () => {
    expect(entriesOf(menuOf('ADVERTISER')).every((entry) => /^\/ad(-|$)/.test(entry.to))).toBe(true)
    expect(entriesOf(menuOf('PUBLISHER')).every((entry) => /^\/pub(-|$)/.test(entry.to))).toBe(true)
  })

  test('HEADER-12 the mobile menu sends app rewards to the inventory', () => {
    const rewards = entriesOf(menuOf('PUBLISHER')).find((entry) => entry.to === '/pub-app-reward')
    expect(rewards?.mobileTo).toBe('/pub-inventory')
  })

  test.each(['/pub', '/pub-app/3', '/pub-app-reward', '/pub-inventory-create', '/pub-my-page-doc'])(
    'exactly one entry is the current one on %s',
    (path) => {
      expect(entriesOf(menuOf('PUBLISHER')).filter((entry) => isCurrent(entry, path))).toHaveLength(1)
    },
  )

  test.each(['/ad', '/ad-ad', '/ad-ad/7', '/ad-campaign-create', '/ad-report-ad'])(
    'exactly one entry is the current one on %s',
    (path) => {
      expect(entriesOf(menuOf('ADVERTISER')).filter((entry) => isCurrent(entry, path))).toHaveLength(1)
    },
  )
})
