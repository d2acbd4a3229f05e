import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from './skip-link.tsx'

/** Sign-in and its neighbours: the logo above one card. */
export function PlainLayout() {
  return (
    <div className="plain">
      <SkipLink />
      <header className="plain-head">
        <a href="/">
          <Logo height={38} />
        </a>
      </header>
      <main className="plain-main" id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
