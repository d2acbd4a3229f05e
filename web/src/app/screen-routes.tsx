import { lazy } from 'react'
import type { RouteObject } from 'react-router'
import type { Screen } from '../browser/screen.ts'
import { loadTexts } from '../i18n/i18n.ts'
import type { Namespace } from '../i18n/keys.ts'

type Load = Screen['load']

/** A screen and the texts it shows in addition to those of every console page. */
export interface RoutedScreen extends Screen {
  texts: readonly Namespace[]
}

/** A screen arrives together with its texts. */
function lazyScreen(load: Load, texts: readonly Namespace[]) {
  const Component = lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts(['errors', ...texts])])
    return { default: component }
  })
  return <Component />
}

/** The routes of a list of screens. A list with `over` stays mounted behind the screens over it. */
export const routesOf = (screens: readonly RoutedScreen[]): RouteObject[] =>
  screens.map(({ path, load, over, texts }) => {
    const element = lazyScreen(load, texts)
    if (!over) return { path, element }
    const children = over.map((screen) => ({ path: screen.path, element: lazyScreen(screen.load, texts) }))
    return { element, children: [{ path, element: null }, ...children] }
  })
