import { expect, type Page, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Clicks the link and returns the downloaded file. */
async function download(page: Page, file: string): Promise<Buffer> {
  const arriving = page.waitForEvent('download')
  await page.locator(`a[href="/downloads/${file}"]`).click()
  const arrived = await arriving
  expect(arrived.suggestedFilename()).toBe(file)
  const chunks: Buffer[] = []
  for await (const chunk of await arrived.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function readPdf(bytes: Buffer): Promise<{ pages: string[]; title: string }> {
  const reading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false })
  const pdf = await reading.promise
  const { info } = await pdf.getMetadata()
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await reading.destroy()
  return { pages, title: String((info as { Title?: string }).Title) }
}

const guides = [
  ['PUBLIC-09', 'business', 'Business guide', '비즈니스 가이드', 'Books that balance', '맞아떨어지는 장부'],
  ['PUBLIC-10', 'media', 'Media guide', '매체 가이드', 'Rewards', '리워드'],
  ['PUBLIC-11', 'advertiser', 'Advertiser guide', '광고주 가이드', 'Limits that hold', '지켜지는 한도'],
] as const

for (const [requirement, name, english, korean, englishPart, koreanPart] of guides) {
  test(`${requirement} ROUTE-05 the ${name} guide is a real PDF in English and in Korean`, async ({
    page,
  }) => {
    await page.goto('/home-resource')
    for (const [language, title, part] of [
      ['en', english, englishPart],
      ['ko', korean, koreanPart],
    ] as const) {
      const pdf = await readPdf(await download(page, `voltline-${name}-guide-${language}.pdf`))
      expect(pdf.title).toBe(`Voltline, ${title}`)
      expect(pdf.pages).toHaveLength(6)
      expect(pdf.pages[0]).toContain(title)
      expect(pdf.pages.join('\n')).toContain(part)
      for (const text of pdf.pages) expect(text.length).toBeGreaterThan(40)
    }
  })
}

test('PUBLIC-12 the logo is available as PNG and as AI, for light and for dark backgrounds', async ({
  page,
}) => {
  await page.goto('/home-resource')
  for (const ground of ['light', 'dark']) {
    const png = await download(page, `voltline-logo-${ground}.png`)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1208, 288])
    const ai = await download(page, `voltline-logo-${ground}.ai`)
    expect(ai.subarray(0, 5).toString()).toBe('%PDF-')
    const reading = getDocument({ data: new Uint8Array(ai) })
    const pdf = await reading.promise
    expect(pdf.numPages).toBe(1)
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
    expect([width, height]).toEqual([302, 72])
    expect((await (await pdf.getPage(1)).getOperatorList()).fnArray.length).toBeGreaterThan(20)
    await reading.destroy()
    const svg = await download(page, `voltline-logo-${ground}.svg`)
    expect(svg.toString()).toMatch(/^<svg .*<\/svg>\s*$/s)
  }
})

const sdks = [
  ['ios', /\.swift$/],
  ['android', /\.java$/],
  ['unity', /\.cs$/],
  ['unreal', /\.(h|cpp)$/],
  ['javascript', /\.(js|ts)$/],
] as const

test('PUBLIC-14 every SDK is a zip with source, a sample and a README that says how far it was tested', async ({
  page,
}) => {
  await page.goto('/home-sdk')
  for (const [name, source] of sdks) {
    const files = unzipSync(new Uint8Array(await download(page, `voltline-sdk-${name}.zip`)))
    const names = Object.keys(files)
    const read = (ending: string) => {
      const found = names.find((file) => file.endsWith(ending))
      return found ? new TextDecoder().decode(files[found]) : ''
    }
    expect(read('README.md'), name).toMatch(/compiled/i)
    expect(names.filter((file) => source.test(file)).length, name).toBeGreaterThan(0)
    expect(
      names.some((file) => /sample/i.test(file)),
      name,
    ).toBe(true)
    const all = names.map((file) => new TextDecoder().decode(files[file])).join('\n')
    for (const path of ['/sdk/v1/session', '/sdk/v1/ad', '/sdk/v1/event', '/sdk/v1/app-reward']) {
      expect(all, `${name} makes the call ${path}`).toContain(path)
    }
  }
})
