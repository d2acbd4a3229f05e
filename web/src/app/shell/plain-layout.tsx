import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import classes from './plain-layout.module.css'
import { SkipLink } from './skip-link.tsx'

/** Sign-in and the pages around it: the logo above one card. */
export function PlainLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.plain}>
      <SkipLink />
      <header className={classes.plainHead}>
        <a href="/">
          <Logo height={38} />
        </a>
      </header>
      <main className={classes.plainMain} id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
