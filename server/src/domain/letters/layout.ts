import type { Language } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import type { Letter } from './letters.ts'

export interface LaidOutMail {
  subject: string
  text: string
  html: string
  links: string[]
}

export interface Part {
  /** None where the words are in both languages. */
  language: Language | undefined
  letter: Letter
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** One mail from one letter, or from the same letter in both languages, one below the other. */
export function layOut(parts: readonly Part[]): LaidOutMail {
  assert(parts.length > 0, 'a mail says something')
  return {
    subject: parts.map((part) => part.letter.subject).join(' · '),
    text: `${parts.map((part) => textOf(part.letter)).join('\n\n----\n\n')}\n\n-- \nVoltline\n`,
    html: htmlOf(parts),
    links: [...new Set(parts.flatMap((part) => linksOf(part.letter)))],
  }
}

const linksOf = (letter: Letter): string[] =>
  [letter.action, ...(letter.links ?? [])].flatMap((link) => (link ? [link.url] : []))

function textOf(letter: Letter): string {
  const blocks = [
    letter.heading,
    letter.paragraphs.join('\n'),
    (letter.facts ?? []).map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    letter.code ?? '',
    letter.action ? `${letter.action.label}:\n${letter.action.url}` : '',
    letter.notes.join('\n'),
    (letter.links ?? []).map((link) => `${link.label}: ${link.url}`).join('\n'),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

const font =
  "Pretendard,system-ui,-apple-system,'Segoe UI','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',sans-serif"
const paragraph =
  'margin:0 0 12px;font-size:15px;line-height:24px;color:#121829;white-space:pre-line;word-break:keep-all'
const small = 'margin:0 0 6px;font-size:13px;line-height:20px;color:#465064;word-break:keep-all'
const anchor = 'color:#1F39C4;word-break:break-all'

function link(url: string, label: string, style: string): string {
  assert(/^https?:\/\//.test(url), 'a mailed link is a web address')
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}

function sectionOf({ language, letter }: Part): string {
  const facts = (letter.facts ?? []).map(
    (fact) =>
      `<tr><td style="padding:4px 16px 4px 0;font-size:13px;line-height:20px;color:#465064;white-space:nowrap;vertical-align:top">${escapeHtml(fact.label)}</td>` +
      `<td style="padding:4px 0;font-size:14px;line-height:20px;color:#121829;word-break:break-word">${escapeHtml(fact.value)}</td></tr>`,
  )
  const button =
    'display:inline-block;background:#2746E0;color:#FFFFFF;font-size:15px;line-height:20px;font-weight:600;padding:12px 20px;border-radius:8px;text-decoration:none'
  return [
    `<div${language ? ` lang="${language}"` : ''}>`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700;color:#121829">${escapeHtml(letter.heading)}</h1>`,
    ...letter.paragraphs.map((text) => `<p style="${paragraph}">${escapeHtml(text)}</p>`),
    facts.length > 0
      ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${facts.join('')}</table>`
      : '',
    letter.code
      ? `<p style="margin:8px 0 20px;padding:16px;background:#F0F2F6;border-radius:8px;text-align:center;font-family:'JetBrains Mono',ui-monospace,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px;color:#121829">${escapeHtml(letter.code)}</p>`
      : '',
    letter.action
      ? `<p style="margin:8px 0 20px">${link(letter.action.url, letter.action.label, button)}</p>` +
        `<p style="${small}">${link(letter.action.url, letter.action.url, anchor)}</p>`
      : '',
    ...letter.notes.map((text) => `<p style="${small}">${escapeHtml(text)}</p>`),
    ...(letter.links ?? []).map((one) => `<p style="${small}">${link(one.url, one.label, anchor)}</p>`),
    '</div>',
  ].join('\n')
}

/** Styles stand on the elements, because mail programs drop style sheets; nothing is loaded from anywhere. */
function htmlOf(parts: readonly Part[]): string {
  const rule = '<hr style="border:0;border-top:1px solid #E2E6EC;margin:24px 0">'
  return `<!doctype html>
<html lang="${parts[0]?.language ?? 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.map((part) => part.letter.subject).join(' · '))}</title></head>
<body style="margin:0;padding:0;background:#F6F7F9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F7F9"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${font}"><tr><td>
<p style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:800;letter-spacing:-0.4px;color:#121829">Voltline</p>
<div style="background:#FFFFFF;border:1px solid #E2E6EC;border-radius:12px;padding:24px">
${parts.map(sectionOf).join(`\n${rule}\n`)}
</div>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
