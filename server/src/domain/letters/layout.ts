import type { Language } from '@voltline/contract'
import { assert } from '@voltline/kernel'
import type { MailContent } from '../../platform/mail/mail.ts'
import type { Letter } from './letters.ts'

export interface Section {
  /** Undefined if the words are in both languages. */
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
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** One mail from one letter, or from the same letter in both languages, one below the other. */
export function layOut(sections: readonly Section[]): MailContent {
  assert(sections.length > 0, 'a mail has a section')
  return {
    subject: sections.map((section) => section.letter.subject).join(' · '),
    text: `${sections.map((section) => textOf(section.letter)).join('\n\n----\n\n')}\n\n-- \nVoltline\n`,
    html: htmlOf(sections),
    links: [...new Set(sections.flatMap((section) => linksOf(section.letter)))],
  }
}

const linksOf = (letter: Letter): string[] =>
  [letter.action, ...(letter.links ?? [])].flatMap((link) => (link ? [link.url] : []))

function textOf(letter: Letter): string {
  const blocks = [
    letter.heading,
    letter.paragraphs.join('\n'),
    (letter.details ?? []).map((detail) => `${detail.label}: ${detail.value}`).join('\n'),
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

function sectionOf({ language, letter }: Section): string {
  const details = (letter.details ?? []).map(
    (detail) =>
      `<tr><td style="padding:4px 16px 4px 0;font-size:13px;line-height:20px;color:#465064;white-space:nowrap;vertical-align:top">${escapeHtml(detail.label)}</td>` +
      `<td style="padding:4px 0;font-size:14px;line-height:20px;color:#121829;word-break:break-word">${escapeHtml(detail.value)}</td></tr>`,
  )
  const button =
    'display:inline-block;background:#2746E0;color:#FFFFFF;font-size:15px;line-height:20px;font-weight:600;padding:12px 20px;border-radius:8px;text-decoration:none'
  return [
    `<div${language ? ` lang="${language}"` : ''}>`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:700;color:#121829">${escapeHtml(letter.heading)}</h1>`,
    ...letter.paragraphs.map((text) => `<p style="${paragraph}">${escapeHtml(text)}</p>`),
    details.length > 0
      ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${details.join('')}</table>`
      : '',
    letter.code
      ? `<p style="margin:8px 0 20px;padding:16px;background:#F0F2F6;border-radius:8px;text-align:center;font-family:'JetBrains Mono',ui-monospace,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px;color:#121829">${escapeHtml(letter.code)}</p>`
      : '',
    letter.action
      ? `<p style="margin:8px 0 20px">${link(letter.action.url, letter.action.label, button)}</p>` +
        `<p style="${small}">${link(letter.action.url, letter.action.url, anchor)}</p>`
      : '',
    ...letter.notes.map((text) => `<p style="${small}">${escapeHtml(text)}</p>`),
    ...(letter.links ?? []).map(
      (further) => `<p style="${small}">${link(further.url, further.label, anchor)}</p>`,
    ),
    '</div>',
  ].join('\n')
}

/** Styles are inline, because mail clients drop style sheets. No remote content is loaded. */
function htmlOf(sections: readonly Section[]): string {
  const rule = '<hr style="border:0;border-top:1px solid #E2E6EC;margin:24px 0">'
  return `<!doctype html>
<html lang="${sections[0]?.language ?? 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(sections.map((section) => section.letter.subject).join(' · '))}</title></head>
<body style="margin:0;padding:0;background:#F6F7F9">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F7F9"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${font}"><tr><td>
<p style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:800;letter-spacing:-0.4px;color:#121829">Voltline</p>
<div style="background:#FFFFFF;border:1px solid #E2E6EC;border-radius:12px;padding:24px">
${sections.map(sectionOf).join(`\n${rule}\n`)}
</div>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
