import { expect, test } from '@playwright/test'

const languageOf = async (page: import('@playwright/test').Page) => page.locator('html').getAttribute('lang')

test('I18N-02 I18N-03 a first visit uses the browser’s language: Korean, otherwise English', async ({
  browser,
}) => {
  for (const [locale, language] of [
    ['ko-KR', 'ko'],
    ['en-US', 'en'],
    ['fr-FR', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await page.goto('/')
    expect(await languageOf(page), locale).toBe(language)
    await context.close()
  }
})

test('I18N-04 I18N-05 I18N-06 FOOTER-05 the footer switch changes every text, is remembered, and overrides the browser', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/home-start')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join by e-mail in three steps.')
  await page.getByRole('link', { name: /^KOR/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('이메일로 세 단계면 가입해요.')
  await expect(page.getByRole('banner')).toContainText('시작하기')
  await expect(page.getByRole('contentinfo')).toContainText('개인정보 처리방침')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ko')
  await page.goto('/home-sdk')
  expect(await languageOf(page)).toBe('ko')
  await page.reload()
  expect(await languageOf(page)).toBe('ko')
  await context.close()
})

test('I18N-04 a choice stored by the consoles applies even without its cookie', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('language', 'ko'))
  await page.goto('/home-help')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await context.close()
})
