import type { Language } from '@voltline/contract'
import { type Micros, micros } from '@voltline/kernel'
import type { OfferCharge, OfferParties } from '../../../domain/charge/offer-story.ts'
import { style } from './style.ts'
import { whyTexts } from './texts.ts'

/** An ad that a user saw. */
export interface SeenAd {
  token: string
  /** '' if unknown. */
  country: string
  parties: OfferParties
  charges: readonly OfferCharge[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const document = (language: Language, title: string, content: string): string => {
  const texts = whyTexts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Voltline</title>
<style>${style}</style>
</head>
<body>
<main>
<a class="brand" href="/?lang=${language}">Voltline</a>
${content}
<footer><a href="/privacy?lang=${language}">${escapeHtml(texts.privacy)}</a></footer>
</main>
</body>
</html>
`
}

const section = (title: string, content: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>${content}</section>`
const paragraph = (text: string, name = ''): string =>
  `<p${name ? ` class="${name}"` : ''}>${escapeHtml(text)}</p>`

const wonFormat = (language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'KRW', maximumFractionDigits: 3 })
const inWon = (amount: Micros): number => Number(amount) / 1_000_000

const sumOf = (charges: readonly OfferCharge[], part: (charge: OfferCharge) => Micros): Micros =>
  micros(charges.reduce((sum, charge) => sum + part(charge), 0n))

function costSections(language: Language, charges: readonly OfferCharge[]): string {
  const texts = whyTexts[language]
  const price = sumOf(charges, (charge) => charge.priceMicros)
  if (price === 0n) return section(texts.cost, paragraph(texts.nothing))
  const money = wonFormat(language)
  const parts = [
    { name: texts.toApp, amount: sumOf(charges, (charge) => charge.publisherMicros), color: 'a' },
    { name: texts.toNetwork, amount: sumOf(charges, (charge) => charge.networkMicros), color: 'b' },
    { name: texts.toYou, amount: sumOf(charges, (charge) => charge.userMicros), color: 'c' },
  ]
  const percent = (amount: Micros): number => Math.round((Number(amount) / Number(price)) * 100)
  const what = charges.map(({ action }) => texts.paidFor[action]).join(', ')
  const isCorrected = charges.every((charge) => charge.isCorrected)
  const cost =
    `<p class="big">${escapeHtml(money.format(inWon(price)))}</p>${paragraph(what, 'quiet')}` +
    (isCorrected ? `<p class="note">${escapeHtml(texts.corrected)}</p>` : '')
  const bar = parts.map(({ color, amount }) => `<i class="${color} w${percent(amount)}"></i>`).join('')
  const rows = parts
    .map(
      ({ name, amount, color }) =>
        `<div><span class="dot ${color}"></span><dt>${escapeHtml(name)} · ${percent(amount)}%</dt><dd>${escapeHtml(money.format(inWon(amount)))}</dd></div>`,
    )
    .join('')
  return (
    section(texts.cost, cost) +
    section(texts.shares, `<div class="split" aria-hidden="true">${bar}</div><dl>${rows}</dl>`)
  )
}

function earnedSection(language: Language, charges: readonly OfferCharge[]): string {
  const texts = whyTexts[language]
  const kept = charges.filter((charge) => !charge.isCorrected)
  const earned = sumOf(kept, (charge) => charge.userMicros)
  if (earned === 0n) return section(texts.earned, paragraph(texts.earnedNothing))
  const amount = new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(inWon(earned))
  return section(texts.earned, paragraph(texts.volts(amount), 'big'))
}

function reportSection(language: Language, token: string, problem: string): string {
  const texts = whyTexts[language]
  const options = texts.reasons
    .map(
      (reason) =>
        `<label class="option"><input type="radio" name="reason" value="${escapeHtml(reason)}">${escapeHtml(reason)}</label>`,
    )
    .join('')
  return section(
    texts.report,
    `${paragraph(texts.reportLead, 'quiet small')}
<form method="post" action="/why/${escapeHtml(token)}/report">
<fieldset><legend>${escapeHtml(texts.reason)}</legend>${options}
<textarea name="text" maxlength="400" aria-label="${escapeHtml(texts.reason)}"></textarea></fieldset>
${problem ? `<p class="note" role="alert">${escapeHtml(problem)}</p>` : ''}
<button type="submit">${escapeHtml(texts.send)}</button>
</form>`,
  )
}

export function whyPage(language: Language, ad: SeenAd, { problem = '' } = {}): string {
  const texts = whyTexts[language]
  const { company, adName, appName, product } = ad.parties
  const country = ad.country
    ? (new Intl.DisplayNames(language, { type: 'region' }).of(ad.country) ?? ad.country)
    : texts.somewhere
  const reason = texts.whyText({ app: appName, format: texts.formats[product], country })
  return document(
    language,
    texts.title,
    `<h1>${escapeHtml(texts.title)}</h1>${paragraph(texts.lead, 'lead')}
${section(texts.advertiser, paragraph(company || adName, 'big') + paragraph(`${texts.ad}: ${adName}`, 'quiet'))}
${section(texts.why, paragraph(reason) + paragraph(texts.profile, 'quiet small'))}
${costSections(language, ad.charges)}
${earnedSection(language, ad.charges)}
${reportSection(language, ad.token, problem)}`,
  )
}

/** A page that only says something. */
export function notePage(
  language: Language,
  note: 'gone' | 'unknown' | 'sent' | 'sentBefore' | 'test',
): string {
  const texts = whyTexts[language]
  if (note === 'gone' || note === 'unknown') {
    const title = texts[note]
    const text = note === 'gone' ? texts.goneText : texts.unknownText
    return document(language, title, `<h1>${escapeHtml(title)}</h1>${paragraph(text, 'lead')}`)
  }
  const done = `<section><p class="done" role="status">${escapeHtml(texts[note])}</p></section>`
  return document(language, texts.title, `<h1>${escapeHtml(texts.title)}</h1>${done}`)
}
