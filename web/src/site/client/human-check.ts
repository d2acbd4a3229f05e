import type { humanChallenge, Received } from '@voltline/contract'
import type { ContactScriptWords } from '../pages/help/contact-form.tsx'
import { call } from './call.ts'
import { alertDialog, openDialog } from './dialog.ts'

type Challenge = Partial<Received<typeof humanChallenge>>
type Pass = (token: string) => void

/** Opens the check. Resolves to its token, or to null when the visitor cancelled or the check could not be loaded. */
export async function passHumanCheck(words: ContactScriptWords): Promise<string | null> {
  const challenge = await call<typeof humanChallenge>({ method: 'GET', path: 'account/human-challenge' }, {})
  if (challenge.error !== 'SUCCESS') {
    const busy = challenge.error === 'TRYAGAIN_LATER'
    await alertDialog({ text: busy ? words.errors.TRYAGAIN_LATER : words.errors.UNKNOWN, ok: words.ok })
    return null
  }
  let token: string | null = null
  await openDialog(
    { title: words.human.title, text: words.human.text, cancel: words.cancel },
    {
      fill: ({ content, close }) =>
        showCheck(content, challenge, words, (passed) => {
          token = passed
          close()
        }),
    },
  )
  return token
}

function showCheck(content: HTMLElement, challenge: Challenge, words: ContactScriptWords, pass: Pass): void {
  if (challenge.provider === 'altcha') {
    showCheckbox(content, words, async () => pass(await solve(challenge.challenge ?? {})))
  } else if (challenge.provider === 'test') {
    showCheckbox(content, words, async () => pass('test'))
  } else {
    void import('./human-provider.ts').then(({ showProvider }) => showProvider(content, challenge, pass))
  }
}

/** The label says that the work is running while it runs. */
function showCheckbox(content: HTMLElement, words: ContactScriptWords, work: () => Promise<void>): void {
  const label = document.createElement('label')
  const box = document.createElement('input')
  box.type = 'checkbox'
  const text = document.createElement('span')
  text.textContent = words.human.tick
  text.setAttribute('aria-live', 'polite')
  label.append(box, text)
  content.append(label)
  box.addEventListener('change', () => {
    box.disabled = true
    text.textContent = words.human.working
    void work().catch(() => {
      box.disabled = false
      box.checked = false
      text.textContent = words.errors.UNKNOWN
    })
  })
}

async function solve(challenge: Record<string, unknown>): Promise<string> {
  const { pbkdf2, solveChallenge } = await import('altcha/lib')
  const signed = challenge as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: signed, deriveKey: pbkdf2.deriveKey })
  if (!solution) throw new Error('the challenge has no solution')
  return btoa(JSON.stringify({ challenge: signed, solution }))
}
