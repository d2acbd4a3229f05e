import { watchBackLinks } from './back-link.ts'
import { watchHeader } from './header.ts'
import { watchLanguageSwitch } from './language-switch.ts'
import { watchMenu } from './menu.ts'
import { checkStoredSession, watchSignOut } from './session.ts'

watchHeader()
watchBackLinks()
watchMenu()
watchLanguageSwitch()
watchSignOut()
void checkStoredSession()

const contactForm = document.querySelector<HTMLFormElement>('form[data-contact]')
if (contactForm) void import('./contact.ts').then(({ watchContactForm }) => watchContactForm(contactForm))
