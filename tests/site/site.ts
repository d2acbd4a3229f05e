import type { Page } from '@playwright/test'

/** Every public page. `/home-support` is only an alert, so some tests leave it out. */
export const pages = [
  '/',
  '/home-benefit',
  '/home-start',
  '/home-sdk',
  '/home-resource',
  '/home-game',
  '/home-app',
  '/home-mediation',
  '/home-publisher',
  '/home-help',
  '/home-support',
  '/terms-advertiser',
  '/terms-publisher',
  '/privacy',
  '/quality',
] as const
export const languages = ['en', 'ko'] as const
export const widths = [1440, 716, 390] as const

/** Collects the errors that the browser reports while a page is used. */
export function browserErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}
