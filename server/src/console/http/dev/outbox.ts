import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../domain/letters/layout.ts'
import type { Database } from '../../../platform/database/database.ts'
import { listMail, type StoredMail } from '../../../platform/mail/mail.ts'
import type { Secrets } from '../../../platform/secrets.ts'

const rowsMax = 200

function addressOf(query: unknown): string | undefined {
  const to = typeof query === 'object' && query !== null && 'to' in query ? query.to : undefined
  return typeof to === 'string' && to.trim() !== '' ? to.trim() : undefined
}

/** The mails of this program, readable by anyone who can reach it. Never registered in production. */
export function registerOutbox(app: FastifyInstance, services: { db: Database; secrets: Secrets }): void {
  const list = (query: unknown) =>
    services.db.read((session) => listMail(session, services.secrets, { to: addressOf(query), rowsMax }))

  app.get('/dev/outbox.json', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const mails = await list(request.query)
    return mails.map(({ to, subject, text, html, links, createdAt }) => ({
      ...{ to, subject, text, html, links },
      at: new Date(createdAt).toISOString(),
    }))
  })
  app.get('/dev/outbox', async (request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(await list(request.query), addressOf(request.query) ?? '')),
  )
}

const style = `
body{margin:0;background:#F6F7F9;color:#121829;font:15px/24px Pretendard,system-ui,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif;word-break:keep-all}
main{max-width:720px;margin:0 auto;padding:28px 16px}
h1{font-size:24px;line-height:32px;margin:0 0 16px}h2{font-size:16px;line-height:24px;margin:0}
form{display:flex;gap:8px;flex-wrap:wrap;margin:0 0 20px}
input{flex:1 1 240px;height:40px;border:1px solid #858E9F;border-radius:8px;padding:0 12px;font:inherit}
button{height:40px;border:0;border-radius:8px;background:#2746E0;color:#fff;font:inherit;font-weight:600;padding:0 16px}
article{background:#fff;border:1px solid #E2E6EC;border-radius:12px;padding:20px;margin:0 0 20px}
article p{margin:2px 0 12px;font-size:13px;line-height:18px;color:#465064}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;font-size:14px;line-height:20px;background:#F0F2F6;border-radius:8px;padding:12px;margin:0 0 12px}
a{color:#1F39C4;overflow-wrap:anywhere}summary{font-size:13px;color:#465064}
iframe{width:100%;height:560px;border:1px solid #E2E6EC;border-radius:8px;margin-top:8px}`

/** The mail's own HTML is shown in a frame where nothing runs. */
const mailHtml = (mail: StoredMail): string => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>${escapeHtml(mail.to)} · <time>${new Date(mail.createdAt).toISOString()}</time> · ${mail.sentAt === undefined ? 'waiting · 대기 중' : 'sent · 발송됨'}</p>
<pre>${escapeHtml(mail.text)}</pre>
${mail.links.map((link) => `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`).join('\n')}
<details><summary>HTML</summary><iframe sandbox title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(mail.html)}"></iframe></details>
</article>`

const pageOf = (mails: readonly StoredMail[], to: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · 보낸 메일</title><style>${style}</style></head>
<body><main>
<h1>Outbox · 보낸 메일</h1>
<form method="get"><input name="to" type="email" aria-label="Address · 주소" placeholder="Address · 주소" value="${escapeHtml(to)}"><button>Show · 보기</button></form>
${mails.length === 0 ? '<p>No mail yet. · 아직 메일이 없습니다.</p>' : mails.map(mailHtml).join('\n')}
</main></body></html>
`
