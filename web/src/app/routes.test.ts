import { consolePaths, playgroundPath } from '@voltline/contract'
import { expect, test } from 'vitest'
import { openScreens, screens, signinScreens } from './routes.tsx'

test('every path that the server sends the consoles for has a screen', () => {
  const all = [...Object.values(screens).flat(), ...openScreens, ...signinScreens]
  const paths = all.flatMap(({ path, over = [] }) => [path, ...over.map((screen) => screen.path)])
  expect(paths.sort()).toEqual([...consolePaths, playgroundPath].sort())
})
