import type { ConsolePath } from '@voltline/contract'

const signinPaths: readonly ConsolePath[] = ['/signin', '/admin/signin']

export const isSigninPath = (path: string): boolean => signinPaths.some((known) => known === path)
