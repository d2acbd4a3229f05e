import type { humanChallenge, Received } from '@voltline/contract'
import type { ContactScriptWords } from '../components/contact-form.tsx'
import { call } from './call.ts'
import { alertDialog, element, openDialog } from './dialog.ts'

type Challenge = Partial<Received<typeof humanChallenge>>

/** Opens the check; answers its token, or null when the visitor turned away or the check could not be made. */
export async function passHumanCheck(words: ContactScriptWords): Promise<string | null> {
  const challenge = await call<typeof humanChallenge>({ method: 'GET', path: 'account/human-challenge' }, {})
  if (challenge.error !== 'SUCCESS') {
    const busy = challenge.error === 'TRYAGAIN_LATER'
    await alertDialog({ text: busy ? words.errors.TRYAGAIN_LATER : words.errors.UNKNOWN, ok: words.ok })
    return null
  }
  return new Promise((resolve) => {
    const place = element('div', 'human-place')
    const cancel = element('button', 'button soft', words.cancel)
    cancel.type = 'button'
    const actions = element('div', 'dialog-actions')
    actions.append(cancel)
    const dialog = openDialog({
      title: words.human.title,
      body: [element('p', 'dialog-text', words.human.text), place, actions],
    })
    let token: string | null = null
    cancel.addEventListener('click', dialog.close)
    dialog.root.addEventListener('close', () => resolve(token))
    showCheck(place, challenge, words, (passed) => {
      token = passed
      dialog.close()
    })
  })
}

function showCheck(
  place: HTMLElement,
  challenge: Challenge,
  words: ContactScriptWords,
  pass: (token: string) => void,
): void {
  if (challenge.provider === 'altcha') {
    showTick(place, words, async () => pass(await solve(challenge.challenge ?? {})))
  } else if (challenge.provider === 'test') {
    showTick(place, words, async () => pass('test'))
  } else {
    void import('./human-provider.ts').then(({ showProvider }) => showProvider(place, challenge, pass))
  }
}

/** One box to tick; the work is done while it says so. */
function showTick(place: HTMLElement, words: ContactScriptWords, work: () => Promise<void>): void {
  const label = element('label', 'human-tick')
  const box = element('input', '')
  box.type = 'checkbox'
  const text = element('span', '', words.human.tick)
  text.setAttribute('aria-live', 'polite')
  label.append(box, text)
  place.append(label)
  box.focus()
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
