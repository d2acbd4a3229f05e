import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'

/** Sign-in and the pages around it: the logo above one card. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <div className="plain">
      <SkipLink />
      <header className="plain-head">
        <a href="/">
          <Logo height={38} />
        </a>
      </header>
      <main className="plain-main" id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
