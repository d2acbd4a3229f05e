import type { adMyPage, contact, pubMyPage, recaptcha } from '@voltline/contract'
import type { ContactScriptWords } from '../pages/help/contact-form.tsx'
import { call, storedUser } from './call.ts'
import { alertDialog } from './dialog.ts'
import { isValid, showError } from './field-check.ts'
import { passHumanCheck } from './human-check.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (form: HTMLFormElement) => [...form.querySelectorAll<Field>('input, textarea')]

export function watchContactForm(form: HTMLFormElement): void {
  const words: ContactScriptWords = JSON.parse(form.dataset.contact ?? '{}')
  const button = form.querySelector('button')
  let busy = false
  for (const field of fieldsOf(form)) {
    field.addEventListener('blur', () => {
      // An empty field that only lost the focus is not an error yet.
      if (field.value !== '' || field.getAttribute('aria-invalid') === 'true') showError(field)
    })
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Repeated presses send one message.
    if (busy) return
    const invalid = fieldsOf(form).filter((field) => !isValid(field))
    for (const field of fieldsOf(form)) showError(field)
    if (invalid.length > 0) {
      invalid[0]?.focus()
      return
    }
    busy = true
    button?.setAttribute('aria-disabled', 'true')
    void send(form, words).finally(() => {
      busy = false
      button?.removeAttribute('aria-disabled')
    })
  })
  void prefill(form)
}

/** Sends nothing before the human check has been passed. */
async function send(form: HTMLFormElement, words: ContactScriptWords): Promise<void> {
  const token = await passHumanCheck(words)
  if (token === null) return
  const showCode = (code: string) =>
    alertDialog({
      text: code in words.errors ? words.errors[code as keyof typeof words.errors] : words.errors.UNKNOWN,
      ok: words.ok,
    })

  const passed = await call<typeof recaptcha>({ method: 'POST', path: 'account/recaptcha' }, { token })
  if (passed.error !== 'SUCCESS') return showCode(passed.error)
  const value = (name: string) => String(new FormData(form).get(name) ?? '').trim()
  const { error } = await call<typeof contact>(
    { method: 'POST', path: 'account/contact' },
    {
      name: value('name'),
      email: value('email'),
      company: value('company'),
      mobile: value('mobile'),
      message: value('message'),
    },
  )
  if (error !== 'SUCCESS') return showCode(error)
  form.reset()
  await alertDialog({ text: words.sent, ok: words.ok })
  await prefill(form)
}

/** Fills empty fields from a signed-in customer's account. */
async function prefill(form: HTMLFormElement): Promise<void> {
  const user = storedUser()
  if (!user) return
  const response =
    user.Type === 'ADVERTISER'
      ? await call<typeof adMyPage>({ method: 'POST', path: 'account/ad-my-page' }, {})
      : await call<typeof pubMyPage>({ method: 'POST', path: 'account/pub-my-page' }, {})
  const customer = response.error === 'SUCCESS' ? response.customer : undefined
  if (!customer) return
  const known: Record<string, string> = {
    name: `${customer.FirstName} ${customer.LastName}`.trim(),
    email: customer.Email,
    company: customer.Company,
  }
  for (const field of fieldsOf(form)) {
    const text = known[field.name]
    if (text && field.value === '') field.value = text
  }
}
